// What every run fills and its successor finds: lossy caches, the calling-context tree's index, the list of granules
// with labels, and the map of them. The fork server shares these pages with its runs (share_kept), which therefore
// neither copy nor free them: in a run of a few microseconds, getting and giving back private pages is most of the
// cost. Whatever a run needs empty it empties at its beginning, because the one before may have been killed anywhere;
// and it believes nothing it finds, because a wild one may have written anything here.
#pragma once

#include "abi/cairn_abi.h"
#include "abi/cairn_hooks.h"
#include "runtime/handover.h"

namespace cairn::runtime {

constexpr uint32_t kPage = 4096;
constexpr uint32_t kConsEntries = 4096;
constexpr uint32_t kContextCache = 256;
constexpr uint32_t kChildren = 1u << 12;
constexpr uint32_t kAll = 0xffffffffu;
// To empty one by one rather than whole tables, which would also empty the cache of the processor.
constexpr uint32_t kFewEntries = 256;
constexpr uint32_t kRemembered = 1u << 18;
constexpr uint32_t kEmptied = 64;

struct CachedContext {
  uint64_t frame;
  uint32_t context;
  uint32_t used;
};

struct Trail {
  uint32_t call_site;
  uint32_t context;
};

struct alignas(kPage) Kept {
  // nodes.h: index of a node + 1; 0: empty
  uint32_t cons_cache[kConsEntries];
  // events.cpp: contexts by hash, children of contexts by (parent, call site), and the stack a context was last built
  // for
  CachedContext context_cache[kContextCache];
  uint32_t children[kChildren];
  Trail trail[CAIRN_STACK_DEPTH];
  uint32_t trail_length;
  // The run that filled cons_cache and children, and how far: a short one is forgotten entry by entry. kAll: it did not
  // end in order.
  uint32_t slot;
  uint32_t nodes;
  uint32_t contexts;
  // shadow.cpp: granules that hold labels, by address of their first byte; past the end of the list everything is swept
  // instead
  uint32_t touched_count;
  uint32_t touched_overflow;
  Handover handover;  // server.cpp: here because every run touches this page
  // Some of the list that hold none any more, by their number; whether there are any; whether two granules have shared
  // a map byte.
  uint64_t emptied[kEmptied];
  uint32_t any_emptied;
  uint32_t folded;
  uint64_t touched[kRemembered];
};

extern Kept kept;

// Makes forked runs share it, and the map. Where that fails they get copies, which serve as well but for the handover.
bool share_kept();

// The part that every run touches, mapped by one fault: the kernel maps neighbours of a page that is read, not of one
// that is written.
inline void fetch_kept() {
  (void)*static_cast<const volatile uint32_t*>(kept.cons_cache);
  (void)*static_cast<const volatile uint32_t*>(&kept.touched_count);
}

}  // namespace cairn::runtime
