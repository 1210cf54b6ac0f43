/* Harnesses (LLVMFuzzerTestOneInput) under the server: their input's block, and the loop, a child that reads the
 * control socket itself, so that a batch of inputs costs one wake-up, while the server only waits for that child's
 * death. What the two must agree on stands in the Handover. */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/recorder.h"
#include "runtime/server.h"
#include "runtime/server_state.h"
#include "runtime/system_call.h"

extern "C" {
/* The harness, if the program is one. */
__attribute__((weak)) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
/* Of the address sanitizer, when the program has it. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void* begin, size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* begin, size_t size);
/* The C library's list of streams. */
__attribute__((weak)) FILE* _IO_list_all;
}

namespace cairn::runtime {

namespace {

/* A block for the harness's input, at the same address in every run: programs compare pointers into it with its end,
 * and the same comparison must be the same condition. It lies beside the program's own data, so that the tables of the
 * pages of its labels are theirs too. A checker sees reads behind `size` as in a block of that size. */
uint8_t* harness_block(uint64_t size) {
  alignas(64) static uint8_t ordinary[1 << 20];
  static uint8_t* block;
  const uint64_t capacity = server.segment->regions[CAIRN_REGION_INPUT_DATA].capacity;
  if (block == nullptr) block = capacity <= sizeof ordinary ? ordinary : static_cast<uint8_t*>(malloc(capacity));
  if (block == nullptr) return nullptr;
  if (__asan_unpoison_memory_region != nullptr) __asan_unpoison_memory_region(block, size);
  if (__asan_poison_memory_region != nullptr) __asan_poison_memory_region(block + size, capacity - size);
  return block;
}

/* Looking is cheaper than flushing, which goes through code and data that nothing else in a short run needs. */
bool output_pending() {
  if (&_IO_list_all == nullptr) return true;
  for (const FILE* file = _IO_list_all; file != nullptr; file = file->_chain)
    if (file->_mode > 0 || file->_IO_write_ptr > file->_IO_write_base) return true;
  return false;
}

/* Addresses in them are the same in every run; the engine may have to know which others a recording speaks of. */
int note_image(dl_phdr_info* info, size_t, void*) {
  cairn_image image = {~0ull, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const uint64_t begin = info->dlpi_addr + part.p_vaddr;
    if (begin < image.begin) image.begin = begin;
    if (begin + part.p_memsz > image.end) image.end = begin + part.p_memsz;
  }
  if (image.begin > image.end) return 0;
  cairn_segment* const segment = server.segment;
  if (segment->images == CAIRN_MAX_IMAGES) {
    segment->images = 0;
    return 1;
  }
  segment->image[segment->images++] = image;
  return 0;
}

}  // namespace

bool has_harness() { return LLVMFuzzerTestOneInput != nullptr; }

void prepare_harness() {
  if (!has_harness()) return;
  harness_block(0);
  server.segment->images = 0;
  dl_iterate_phdr(note_image, nullptr);
}

void call_harness(unsigned slot) {
  const cairn_object* objects = reinterpret_cast<cairn_object*>(region_at(slot, CAIRN_REGION_INPUT_OBJECTS));
  const cairn_slot* header = slot_at(slot);
  const uint64_t area = server.segment->regions[CAIRN_REGION_INPUT_DATA].capacity;
  const uint64_t entries = server.segment->regions[CAIRN_REGION_INPUT_OBJECTS].capacity;
  const char* bytes = nullptr;
  uint64_t size = 0;
  for (uint32_t i = 0; i < header->input_objects && i < entries; ++i) {
    if (objects[i].kind != CAIRN_OBJECT_BUFFER) continue;
    if (static_cast<uint64_t>(objects[i].data) + objects[i].size > area) break;
    bytes = region_at(slot, CAIRN_REGION_INPUT_DATA) + objects[i].data;
    size = objects[i].size;
    break;
  }
  uint8_t* copy = harness_block(size);
  if (copy == nullptr) return;
  if (size > 0) memcpy(copy, bytes, size);
  cairn_rt_mark_buffer(server.segment, slot, copy, size);
  LLVMFuzzerTestOneInput(copy, size);
  if (!run_is_here()) leave(); /* a child that the harness forked has come back as well */
}

void run_harness(unsigned slot) {
  call_harness(slot);
  cairn_rt_end(server.segment, slot);
  if (output_pending()) fflush(nullptr);
  if (server.ahead && childless()) tell(&server.handover->ended);
  leave();
}

void run_loop(cairn_command command) {
  volatile Handover* handover = server.handover;
  for (;;) {
    if (command.kind != CAIRN_COMMAND_LOOP) {
      server.handover->later = command;
      handover->left = 1;
      leave();
    }
    const uint32_t count = command.count < server.segment->slots ? command.count : server.segment->slots;
    handover->slot = 0;
    handover->active = 1;
    handover->batches = handover->batches + 1;
    for (uint32_t slot = 0; slot < count; ++slot) {
      handover->slot = slot;
      cairn_rt_begin(server.segment, slot);
      call_harness(slot);
      cairn_rt_end(server.segment, slot);
    }
    handover->active = 0;
    reply(CAIRN_REPLY_DONE, 0, 0, count);
    if (!receive(&command)) leave();
  }
}

bool watch_loop(long pid, uint32_t milliseconds, cairn_command* command) {
  Handover* handover = server.handover;
  const uint64_t limit = milliseconds * kMillisecond;
  uint64_t tick = limit / 4;
  if (tick < 5 * kMillisecond) tick = 5 * kMillisecond;
  if (limit == 0 || tick > 50 * kMillisecond) tick = 50 * kMillisecond;
  uint64_t since = now();
  uint64_t seen = 0;
  uint32_t flags = 0;
  int status = 0;
  do {
    await_child(tick);
    const volatile Handover* progress = handover;
    const uint64_t place = (static_cast<uint64_t>(progress->batches) << 32) | progress->slot;
    if (place != seen || progress->active == 0) {
      seen = place;
      since = now();
    } else if (limit != 0 && now() - since >= limit && flags == 0) {
      flags = CAIRN_REPLY_TIMED_OUT;
      system_call(SYS_kill, pid, SIGKILL);
    }
  } while (!reaped(pid, &status));
  flags |= sweep();
  const Handover last = *handover;
  handover->active = handover->left = handover->slot = handover->batches = 0; /* for the next one */
  if (last.left != 0)
    *command = last.later;
  else if (last.active != 0 || last.batches == 0)
    reply(CAIRN_REPLY_DONE, flags, status, last.slot);
  return last.left != 0;
}

}  // namespace cairn::runtime
