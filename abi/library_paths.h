/* Source files that are no part of the program, by how their paths begin: recorded where they have to be, but their branches are not
 * counted, and what goes wrong in them is the fault of who called. */
#ifndef CAIRN_LIBRARY_PATHS_H
#define CAIRN_LIBRARY_PATHS_H

#include "cairn_abi.h"

#define CAIRN_LIBRARY_PATHS(X) X(CAIRN_MODELS_PATH) X("/usr/include/") X("/usr/lib/")

#endif
