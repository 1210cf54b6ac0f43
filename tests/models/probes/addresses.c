// Addresses of the internet and the order of bytes, and parts of names of files.
#include <arpa/inet.h>
#include <libgen.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  INPUT(uint32_t, number);
  char text[10];
  cairn_symbolic(text, sizeof text, "text");
  text[sizeof text - 1] = 0;
  struct in_addr address = {number};
  switch (which) {
    case 1:
      if (ntohs((uint16_t)number) == 8080) reached(1);
      if (htonl(number) == 0x01020304) reached(2);
      break;
    case 2:
      if (inet_pton(AF_INET, text, &address) == 1 && ntohl(address.s_addr) == 0x0a00000e) reached(3);
      break;
    case 3:
      if (inet_aton(text, &address) && ntohl(address.s_addr) == 0x7f000001) reached(4);
      break;
    case 4:
      if (strcmp(inet_ntoa(address), "10.0.200.3") == 0) reached(5);
      break;
    case 5: {
      char copy[sizeof text];
      memcpy(copy, text, sizeof text);
      if (strcmp(basename(text), "pw") == 0 && strcmp(dirname(copy), "/etc") == 0) reached(6);
    }
  }
  return 0;
}
