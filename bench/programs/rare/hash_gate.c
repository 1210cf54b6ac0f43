/* Commands behind hashes of a key: a few bits are met by chance, sixteen hardly, and the hash is no fun to solve for.
 */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

static uint32_t fnv(const uint8_t* bytes, unsigned count) {
  uint32_t hash = 2166136261u;
  for (unsigned i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * 16777619u;
  return hash;
}

static uint32_t mixed(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static void open_slot(uint32_t hash, const uint8_t* value) {
  switch (hash & 7) {
    case 0:
      if (value[0] == 0) puts("slot 0 is empty");
      break;
    case 1:
      puts(value[0] > value[1] ? "slot 1 falls" : "slot 1 rises");
      break;
    case 2:
      if (value[0] + value[1] == 300) puts("slot 2 adds up");
      break;
    case 3:
      if ((value[0] ^ value[1]) == 0xff) puts("slot 3 is inverted");
      break;
    case 4:
      puts("slot 4");
      break;
    case 5:
      if (value[0] * value[1] == 7 * 191) puts("slot 5 multiplies");
      break;
    default:
      if (value[0] == value[1] && value[1] == value[2]) puts("a high slot repeats");
      break;
  }
}

int main(void) {
  uint8_t key[6], value[4], command;
  cairn_symbolic(key, sizeof key, "key");
  cairn_symbolic(value, sizeof value, "value");
  cairn_symbolic(&command, sizeof command, "command");
  const uint32_t hash = fnv(key, sizeof key);
  if ((hash & 3) == 0) puts("first quarter");
  if ((hash & 0xff) == 0x5c) puts("one in 256");
  if (hash >> 16 == 0xbeef) {
    puts("one in 65536");
    if (command == 'x') puts("and the right command");
  }
  switch (command) {
    case 'g':
      open_slot(hash, value);
      break;
    case 'p':
      if (key[0] == 'r' && key[1] == 'o' && key[2] == 'o' && key[3] == 't') {
        puts("root");
        if (mixed(hash) % 10 == 3) puts("lucky root");
      } else if (key[0] == '_') {
        puts("private");
      }
      open_slot(mixed(hash), value + 1);
      break;
    case 'd':
      if (mixed((uint32_t)value[0] << 8 | value[1]) >> 28 == 9) puts("deleted");
      if (value[2] == 0xde && value[3] == 0xad) puts("deleted for good");
      break;
    case 'q':
      puts("quit");
      break;
    default:
      if (command < 32)
        puts("control character");
      else if (command > 127)
        puts("not ASCII");
      break;
  }
  return 0;
}
