/* A session of twelve messages: phases are left by common messages, a login needs a word, and the last token depends on
 * all that was said. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

enum phase { IDLE, GREETED, LOGGED_IN, SENDING, CLOSED };

typedef struct session {
  enum phase phase;
  unsigned errors, sent;
  uint16_t token;
} session;

static void say(session* s, const char* text) {
  puts(text);
  s->token = (uint16_t)(s->token * 31 + text[0]);
}

static void idle(session* s, uint8_t kind, uint8_t argument) {
  if (kind < 64) {
    s->phase = GREETED;
    say(s, argument == 'v' ? "hello, verbose" : "hello");
  } else if (kind == 255) {
    s->phase = CLOSED;
    say(s, "closed before it began");
  } else {
    ++s->errors;
  }
}

static void greeted(session* s, uint8_t kind, uint8_t argument) {
  if (kind == 'L' && argument == 0x5f) {
    s->phase = LOGGED_IN;
    say(s, "welcome");
  } else if (kind > 200) {
    s->phase = IDLE;
    say(s, "back to idle");
  } else {
    ++s->errors;
  }
}

static void logged_in(session* s, uint8_t kind, uint8_t argument) {
  if (kind & 1) {
    s->phase = SENDING;
    s->sent = argument;
    if (argument > 240) say(s, "a large message");
  } else if (argument == s->token % 256) {
    say(s, "token accepted");
  } else if (kind == 'Q') {
    s->phase = CLOSED;
    say(s, "goodbye");
  }
}

static void sending(session* s, uint8_t kind, uint8_t argument) {
  s->sent = (s->sent * 5 + argument) % 1021;
  if (kind < 16) {
    s->phase = LOGGED_IN;
    if (s->sent == 617)
      say(s, "an exact length");
    else if (s->sent > 512)
      say(s, "long");
    else
      say(s, "short");
  } else if (kind == 0xee && argument == 0xee) {
    s->phase = CLOSED;
    say(s, "aborted");
  }
}

int main(void) {
  uint8_t messages[12][2];
  cairn_symbolic(messages, sizeof messages, "messages");
  session s = {IDLE, 0, 0, 7};
  for (int i = 0; i < 12 && s.phase != CLOSED; ++i) {
    switch (s.phase) {
      case IDLE:
        idle(&s, messages[i][0], messages[i][1]);
        break;
      case GREETED:
        greeted(&s, messages[i][0], messages[i][1]);
        break;
      case LOGGED_IN:
        logged_in(&s, messages[i][0], messages[i][1]);
        break;
      case SENDING:
        sending(&s, messages[i][0], messages[i][1]);
        break;
      case CLOSED:
        break;
    }
    if (s.errors > 9) {
      puts("too many errors");
      return 1;
    }
  }
  if (s.phase == SENDING) puts("cut off while sending");
  if (s.phase == LOGGED_IN && s.errors == 0) puts("a clean session");
  if (s.token % 1000 == 999) puts("a rare token");
  return s.phase == CLOSED ? 0 : 2;
}
