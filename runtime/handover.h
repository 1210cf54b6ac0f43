/* Between the server and its children, in a page they share: the child that waits for the next command, and the loop. A
 * wild run can write here too; the worst that comes of it is that the server ends or waits in vain, and the engine
 * holds the limits as well and starts another. */
#pragma once

#include "abi/cairn_abi.h"

namespace cairn::runtime {

struct Handover {
  cairn_command later; /* what the loop left to the server, which may not have seen yet that the loop began */
  uint32_t taken;      /* the waiting child has seen its command, which is still on the socket */
  uint32_t ended;      /* the run has ended well and left nothing behind: only its process has still to go */
  uint32_t active;     /* the loop works on a batch, nothing was replied for it yet */
  uint32_t slot;       /* ... and is in this slot */
  uint32_t batches;    /* received so far: with slot, tells whether there is progress */
  uint32_t left;       /* the loop ended because of `later`, which the server has to execute */
};

}  // namespace cairn::runtime
