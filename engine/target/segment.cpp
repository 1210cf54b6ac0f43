#include "engine/target/segment.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

namespace cairn::target {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t round_to_page(std::uint64_t n) { return (n + kPage - 1) & ~(kPage - 1); }

}  // namespace

base::Result<std::unique_ptr<Segment>> Segment::create(const SegmentSizes& sizes) {
  static_assert(sizeof(Header) == offsetof(cairn_segment, modules));
  CHECK(sizes.slots > 0);
  std::unique_ptr<Segment> segment(new Segment);
  Header& header = segment->header_;
  header.magic = CAIRN_MAGIC;
  header.version = CAIRN_ABI_VERSION;
  header.slots = sizes.slots;
  header.slot_offset = round_to_page(sizeof(cairn_segment));
  std::uint64_t end = round_to_page(sizeof(cairn_slot));
  const auto place = [&](cairn_region_id id, std::uint64_t capacity, std::uint64_t record) {
    header.regions[id] = {end, capacity};
    end = round_to_page(end + capacity * record);
  };
  // What every run touches comes first and close together: the kernel maps the neighbours of a page that is read.
  place(CAIRN_REGION_CONTEXTS, sizes.contexts, sizeof(cairn_context));
  place(CAIRN_REGION_INPUT_DATA, sizes.input_data, 1);
  place(CAIRN_REGION_ARGUMENTS, sizes.argument_bytes, 1);
  place(CAIRN_REGION_INPUT_OBJECTS, sizes.input_objects, sizeof(cairn_object));
  place(CAIRN_REGION_OBJECTS, sizes.objects, sizeof(cairn_object));
  place(CAIRN_REGION_COUNTERS, sizes.counters, sizeof(std::uint32_t));
  place(CAIRN_REGION_EVENTS, sizes.events, sizeof(cairn_event));
  place(CAIRN_REGION_NODES, sizes.nodes, sizeof(cairn_node));
  place(CAIRN_REGION_TABLES, sizes.table_bytes, 1);
  header.slot_stride = end;
  segment->bytes_ = header.slot_offset + header.slot_stride * sizes.slots;

  segment->fd_ = Descriptor(::memfd_create("cairn-segment", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!segment->fd_.valid()) {
    return base::environment_error(fmt::format("cannot make shared memory: {}", std::strerror(errno)));
  }
  if (::ftruncate(segment->fd(), static_cast<off_t>(segment->bytes_)) != 0) {
    return base::environment_error(
        fmt::format("cannot size the shared memory to {} bytes: {}", segment->bytes_, std::strerror(errno)));
  }
  // A target that got hold of the file must not be able to take pages away from under the engine.
  ::fcntl(segment->fd(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  void* memory = ::mmap(nullptr, segment->bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, segment->fd(), 0);
  if (memory == MAP_FAILED) {
    return base::environment_error(
        fmt::format("cannot map {} bytes of shared memory: {}", segment->bytes_, std::strerror(errno)));
  }
  segment->memory_ = static_cast<char*>(memory);
  std::memcpy(segment->memory_, &header, sizeof header);
  return segment;
}

Segment::~Segment() {
  if (memory_ != nullptr) ::munmap(memory_, bytes_);
}

cairn_slot* Segment::slot_at(std::uint32_t slot) const {
  CHECK(slot < header_.slots);
  return reinterpret_cast<cairn_slot*>(memory_ + header_.slot_offset + slot * header_.slot_stride);
}

template <class T>
T* Segment::region(std::uint32_t slot, cairn_region_id id) const {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(slot_at(slot)) + header_.regions[id].offset);
}

base::Result<Modules> Segment::read_modules() {
  const auto* shared = reinterpret_cast<const cairn_segment*>(memory_);
  const std::uint32_t count = shared->modules;
  counters_ = shared->counters;
  if (count > CAIRN_MAX_MODULES || counters_ > header_.regions[CAIRN_REGION_COUNTERS].capacity) {
    return base::environment_error("the program's runtime described more modules than there can be; rebuild it");
  }
  if (shared->too_many != 0) {
    return base::environment_error(fmt::format(
        "the program has more than {} source files or {} probes; compile only the part to be tested with cairn-cc",
        CAIRN_MAX_MODULES, header_.regions[CAIRN_REGION_COUNTERS].capacity));
  }
  Modules modules;
  modules.labels = shared->no_labels == 0;
  modules.modules.assign(shared->module, shared->module + count);
  modules.loop = shared->loop != 0;
  const std::uint32_t images = std::min(std::uint32_t{shared->images}, CAIRN_MAX_IMAGES);
  modules.images.assign(shared->image, shared->image + images);
  for (cairn_module_entry& module : modules.modules) {
    module.object[CAIRN_PATH_SIZE - 1] = '\0';
    if (static_cast<std::uint64_t>(module.counter_base) + module.counters > counters_) {
      return base::environment_error("the program's runtime described counters that are not there; rebuild it");
    }
  }
  before_.clear();
  const auto* counted = region<std::uint32_t>(0, CAIRN_REGION_COUNTERS);
  for (std::uint32_t i = 0; i < counters_; ++i) {
    if (counted[i] != 0) before_.push_back({i, counted[i]});
  }
  for (std::uint32_t slot = 0; slot < header_.slots; ++slot) slot_at(slot)->counters_dirty = 1;
  return modules;
}

// Page by page, and only pages that hold something: most runs leave most counters alone.
void Segment::reset_counters(std::uint32_t slot) {
  constexpr std::uint32_t kPerPage = kPage / sizeof(std::uint32_t);
  auto* counters = region<std::uint32_t>(slot, CAIRN_REGION_COUNTERS);
  for (std::uint32_t begin = 0; begin < counters_; begin += kPerPage) {
    std::uint32_t* const page = counters + begin;
    const std::uint32_t length = std::min(kPerPage, counters_ - begin);
    std::uint32_t any = 0;
    for (std::uint32_t i = 0; i < length; ++i) any |= page[i];
    if (any != 0) std::memset(page, 0, length * sizeof *page);
  }
  for (const auto [counter, times] : before_) counters[counter] = times;
}

base::Status Segment::write(std::uint32_t slot, const trace::Input& input, const Invocation& invocation,
                            const Options& options) {
  // A wild run may have written anywhere; the server reads these.
  std::memcpy(memory_, &header_, sizeof header_);
  reinterpret_cast<cairn_segment*>(memory_)->moment = options.moment;
  reinterpret_cast<cairn_segment*>(memory_)->variables = options.variables;

  auto* objects = region<cairn_object>(slot, CAIRN_REGION_INPUT_OBJECTS);
  auto* data = region<std::uint8_t>(slot, CAIRN_REGION_INPUT_DATA);
  const std::uint64_t room = header_.regions[CAIRN_REGION_INPUT_DATA].capacity;
  if (input.objects.size() > header_.regions[CAIRN_REGION_INPUT_OBJECTS].capacity) {
    return base::misuse_error(fmt::format("an input of {} objects is too large", input.objects.size()));
  }
  std::uint64_t used = 0;
  for (std::size_t i = 0; i < input.objects.size(); ++i) {
    const trace::Object& from = input.objects[i];
    if (used + from.bytes.size() > room) {
      return base::misuse_error(fmt::format("an input of more than {} bytes is too large; use smaller sizes", room));
    }
    cairn_object& to = objects[i];
    to = {};
    to.kind = static_cast<std::uint8_t>(from.kind);
    to.flags = from.sized ? CAIRN_OBJECT_SIZED : 0;
    to.ordinal = from.ordinal;
    to.size = static_cast<std::uint32_t>(from.bytes.size());
    to.capacity = std::max(from.capacity, to.size);
    to.data = static_cast<std::uint32_t>(used);
    if (from.kind == trace::ObjectKind::argument && from.ordinal < invocation.positions.size()) {
      to.base = invocation.positions[from.ordinal];
    }
    std::memcpy(to.name, from.name.data(), std::min<std::size_t>(from.name.size(), CAIRN_NAME_SIZE - 1));
    if (!from.bytes.empty()) std::memcpy(data + used, from.bytes.data(), from.bytes.size());
    used += from.bytes.size();
  }

  TRY_STATUS(write_arguments(slot, input, invocation));

  cairn_slot& header = *slot_at(slot);
  if (header.counters_dirty != 0) reset_counters(slot);
  header = {};
  header.record = options.record ? 1 : 0;
  header.input_objects = static_cast<std::uint32_t>(input.objects.size());
  header.argc = static_cast<std::uint32_t>(invocation.arguments.size());
  header.envc = header.argc == 0 ? 0 : static_cast<std::uint32_t>(invocation.environment.size());
  header.counters_dirty = 1;  // from now on
  header.step_limit = options.step_limit;
  return {};
}

base::Status Segment::write_arguments(std::uint32_t slot, const trace::Input& input, const Invocation& invocation) {
  if (invocation.arguments.empty()) return {};
  std::vector<std::string_view> strings(invocation.arguments.begin(), invocation.arguments.end());
  strings.insert(strings.end(), invocation.environment.begin(), invocation.environment.end());
  std::vector<std::uint64_t> room;
  for (const std::string_view s : strings) room.push_back(s.size() + 1);
  // Symbolic ones get room for the longest they may be; the variables among them are the last of the environment.
  const auto reserve = [&room](std::size_t index, std::uint64_t bytes) { room[index] = std::max(room[index], bytes); };
  const auto is_variable = [](const trace::Object& o) { return o.kind == trace::ObjectKind::environment && !o.sized; };
  std::size_t variable =
      strings.size() - static_cast<std::size_t>(std::count_if(input.objects.begin(), input.objects.end(), is_variable));
  for (const trace::Object& object : input.objects) {
    const std::uint64_t longest = std::max<std::uint64_t>(object.capacity, object.bytes.size()) + 1;
    if (is_variable(object)) reserve(variable++, object.name.size() + 1 + longest);
    if (object.kind != trace::ObjectKind::argument || object.ordinal >= invocation.positions.size()) continue;
    if (const std::uint32_t position = invocation.positions[object.ordinal]; position > 0) reserve(position, longest);
  }

  auto* const begin = region<char>(slot, CAIRN_REGION_ARGUMENTS);
  auto* const offsets = region<std::uint32_t>(slot, CAIRN_REGION_ARGUMENTS);
  const std::uint64_t pointers = (strings.size() + 4) * sizeof(char*);
  std::uint64_t used = (strings.size() + 1) * sizeof(std::uint32_t);
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (used + room[i] + pointers > header_.regions[CAIRN_REGION_ARGUMENTS].capacity) {
      return base::misuse_error("the arguments and the environment of the program are too large");
    }
    offsets[i] = static_cast<std::uint32_t>(used);
    std::memcpy(begin + used, strings[i].data(), strings[i].size());
    std::memset(begin + used + strings[i].size(), 0, room[i] - strings[i].size());
    used += room[i];
  }
  offsets[strings.size()] = static_cast<std::uint32_t>(used);
  return {};
}

trace::RawRun Segment::read(std::uint32_t slot, const trace::Outcome& outcome) const {
  const cairn_slot header = *slot_at(slot);
  trace::RawRun run;
  run.outcome = outcome;
  run.counters = {region<std::uint32_t>(slot, CAIRN_REGION_COUNTERS), counters_};
  const auto fits = [&](std::uint64_t count, cairn_region_id id) { return count <= header_.regions[id].capacity; };
  run.corrupted = !fits(header.objects, CAIRN_REGION_OBJECTS) || !fits(header.nodes, CAIRN_REGION_NODES) ||
                  !fits(header.events, CAIRN_REGION_EVENTS) || !fits(header.table_bytes, CAIRN_REGION_TABLES) ||
                  !fits(header.contexts, CAIRN_REGION_CONTEXTS) || header.input_bytes > CAIRN_INPUT_LIMIT ||
                  header.full > CAIRN_REGION_COUNT || header.started > 1 || header.finished > 1 || header.rejected > 1;
  if (run.corrupted) return run;
  if (header.rejected != 0) {
    run.outcome = {trace::Ending::rejected, 0};
  } else if (header.step_limit != 0 && header.steps > header.step_limit) {
    run.outcome = {trace::Ending::timed_out, 0};
  }
  run.objects = {region<cairn_object>(slot, CAIRN_REGION_OBJECTS), header.objects};
  run.nodes = {region<cairn_node>(slot, CAIRN_REGION_NODES), header.nodes};
  run.events = {region<cairn_event>(slot, CAIRN_REGION_EVENTS), header.events};
  run.tables = {region<std::uint8_t>(slot, CAIRN_REGION_TABLES), header.table_bytes};
  run.contexts = {region<cairn_context>(slot, CAIRN_REGION_CONTEXTS), header.contexts};
  run.steps = header.steps;
  run.lost = header.lost;
  std::copy(std::begin(header.lost_apart), std::end(header.lost_apart), run.lost_apart.begin());
  run.nanoseconds = header.nanoseconds;
  if (header.fault != 0) {
    run.fault.push_back(header.fault - 1);
    for (const std::uint64_t call : header.fault_calls) {
      if (call == 0) break;
      run.fault.push_back(call - 1);
    }
  }
  run.full = header.full != 0;
  return run;
}

}  // namespace cairn::target
