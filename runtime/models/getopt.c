/* Models of getopt.h: argument by argument, as glibc does it, with its messages, its permutation and its variables.
 * Where two ways to read an argument differ only in order, the order is glibc's: which question comes first is what a
 * path is made of. */
#include <getopt.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "models.h"

enum ordering { PERMUTE, RETURN_IN_ORDER, REQUIRE_ORDER };

static int started;
static enum ordering ordering;
static const char* next_char; /* the rest of the argument being read */
static int first_other;       /* arguments that are no options, skipped so far: first .. last - 1 */
static int last_other;
static int option_letter; /* what optopt becomes after each call, whatever the program put there */

static const char* message(const char* text) { return dcgettext("libc", text, LC_MESSAGES); }

/* Swaps the arguments skipped with the options read behind them. */
static void exchange(char** argv) {
  int bottom = first_other;
  int middle = last_other;
  int top = optind;
  while (top > middle && middle > bottom) {
    if (top - middle > middle - bottom) {
      const int length = middle - bottom;
      for (int i = 0; i < length; ++i) {
        char* moved = argv[bottom + i];
        argv[bottom + i] = argv[top - length + i];
        argv[top - length + i] = moved;
      }
      top -= length;
    } else {
      const int length = top - middle;
      for (int i = 0; i < length; ++i) {
        char* moved = argv[bottom + i];
        argv[bottom + i] = argv[middle + i];
        argv[middle + i] = moved;
      }
      bottom += length;
    }
  }
  first_other += optind - last_other;
  last_other = optind;
}

static int is_other(const char* argument) { return argument[0] != '-' || argument[1] == 0; }

/* A long option; `prefix` is what it began with. */
static int long_option(int argc, char** argv, const char* letters, const struct option* options, int* index, int only,
                       int quiet, const char* prefix) {
  size_t length = 0;
  while (next_char[length] != 0 && next_char[length] != '=') ++length;
  const char* end = next_char + length;
  const struct option* found = NULL;
  int found_at = -1;
  int count = 0;
  for (const struct option* p = options; p->name != NULL; ++p, ++count)
    if (__cairn_model_strncmp(p->name, next_char, length) == 0 && length == strlen(p->name)) {
      found = p;
      found_at = count;
      break;
    }
  if (found == NULL) {
    int ambiguous = 0;
    char* candidates = quiet ? NULL : calloc((size_t)count + 1, 1);
    int at = 0;
    for (const struct option* p = options; p->name != NULL; ++p, ++at) {
      if (__cairn_model_strncmp(p->name, next_char, length) != 0) continue;
      if (found == NULL) {
        found = p;
        found_at = at;
      } else if (only || found->has_arg != p->has_arg || found->flag != p->flag || found->val != p->val) {
        ambiguous = 1;
        if (candidates != NULL) {
          candidates[found_at] = 1;
          candidates[at] = 1;
        }
      }
    }
    if (ambiguous) {
      if (!quiet) {
        flockfile(stderr);
        fprintf(stderr, message("%s: option '%s%s' is ambiguous; possibilities:"), argv[0], prefix, next_char);
        for (int i = 0; candidates != NULL && i < count; ++i)
          if (candidates[i]) fprintf(stderr, " '%s%s'", prefix, options[i].name);
        fprintf(stderr, "\n");
        funlockfile(stderr);
      }
      free(candidates);
      next_char = NULL; /* glibc goes to its end, which is the same */
      ++optind;
      option_letter = 0;
      return '?';
    }
    free(candidates);
  }
  if (found == NULL) {
    /* -abc may still be short options, if only one dash was there. */
    if (!only || argv[optind][1] == '-' || __cairn_model_strchr(letters, *next_char) == NULL) {
      if (!quiet) fprintf(stderr, message("%s: unrecognized option '%s%s'\n"), argv[0], prefix, next_char);
      next_char = NULL;
      ++optind;
      option_letter = 0;
      return '?';
    }
    return -1;
  }
  ++optind;
  next_char = NULL;
  if (*end != 0) {
    if (found->has_arg) {
      optarg = (char*)end + 1;
    } else {
      if (!quiet)
        fprintf(stderr, message("%s: option '%s%s' doesn't allow an argument\n"), argv[0], prefix, found->name);
      option_letter = found->val;
      return '?';
    }
  } else if (found->has_arg == 1) {
    if (optind < argc) {
      optarg = argv[optind++];
    } else {
      if (!quiet) fprintf(stderr, message("%s: option '%s%s' requires an argument\n"), argv[0], prefix, found->name);
      option_letter = found->val;
      return letters[0] == ':' ? ':' : '?';
    }
  }
  if (index != NULL) *index = found_at;
  if (found->flag != NULL) {
    *found->flag = found->val;
    return 0;
  }
  return found->val;
}

static const char* start(const char* letters, int posix) {
  if (optind == 0) optind = 1;
  first_other = last_other = optind;
  next_char = NULL;
  if (letters[0] == '-') {
    ordering = RETURN_IN_ORDER;
    ++letters;
  } else if (letters[0] == '+') {
    ordering = REQUIRE_ORDER;
    ++letters;
  } else {
    ordering = posix || getenv("POSIXLY_CORRECT") != NULL ? REQUIRE_ORDER : PERMUTE;
  }
  started = 1;
  return letters;
}

enum { SHORT_OPTION = -1000 };

/* Comes to the next option. The result of getopt, or SHORT_OPTION: next_char stands on it. */
static int next_argument(int argc, char** argv, const char* letters, const struct option* options, int* index, int only,
                         int quiet) {
  if (last_other > optind) last_other = optind;
  if (first_other > optind) first_other = optind;
  if (ordering == PERMUTE) {
    if (first_other != last_other && last_other != optind)
      exchange(argv);
    else if (last_other != optind)
      first_other = optind;
    while (optind < argc && is_other(argv[optind])) ++optind;
    last_other = optind;
  }
  if (optind != argc && __cairn_model_strcmp(argv[optind], "--") == 0) {
    ++optind;
    if (first_other != last_other && last_other != optind)
      exchange(argv);
    else if (first_other == last_other)
      first_other = optind;
    last_other = argc;
    optind = argc;
  }
  if (optind == argc) {
    if (first_other != last_other) optind = first_other;
    return -1;
  }
  if (is_other(argv[optind])) {
    if (ordering == REQUIRE_ORDER) return -1;
    optarg = argv[optind++];
    return 1;
  }
  if (options != NULL) {
    if (argv[optind][1] == '-') {
      next_char = argv[optind] + 2;
      return long_option(argc, argv, letters, options, index, only, quiet, "--");
    }
    if (only && (argv[optind][2] != 0 || __cairn_model_strchr(letters, argv[optind][1]) == NULL)) {
      next_char = argv[optind] + 1;
      const int code = long_option(argc, argv, letters, options, index, only, quiet, "-");
      if (code != -1) return code;
    }
  }
  next_char = argv[optind] + 1;
  return SHORT_OPTION;
}

static int short_option(int argc, char** argv, const char* letters, const struct option* options, int* index,
                        int quiet) {
  const char c = *next_char++;
  const char* letter = __cairn_model_strchr(letters, c);
  if (*next_char == 0) ++optind;
  if (letter == NULL || c == ':' || c == ';') {
    if (!quiet) fprintf(stderr, message("%s: invalid option -- '%c'\n"), argv[0], c);
    option_letter = c;
    return '?';
  }
  if (letter[0] == 'W' && letter[1] == ';' && options != NULL) {
    if (*next_char != 0) {
      optarg = (char*)next_char;
    } else if (optind == argc) {
      if (!quiet) fprintf(stderr, message("%s: option requires an argument -- '%c'\n"), argv[0], c);
      option_letter = c;
      return letters[0] == ':' ? ':' : '?';
    } else {
      optarg = argv[optind];
    }
    next_char = optarg;
    optarg = NULL;
    return long_option(argc, argv, letters, options, index, 0, quiet, "-W ");
  }
  if (letter[1] != ':') return c;
  if (letter[2] == ':') { /* an argument that may be missing */
    if (*next_char != 0) {
      optarg = (char*)next_char;
      ++optind;
    } else {
      optarg = NULL;
    }
    next_char = NULL;
    return c;
  }
  int result = c;
  if (*next_char != 0) {
    optarg = (char*)next_char;
    ++optind;
  } else if (optind == argc) {
    if (!quiet) fprintf(stderr, message("%s: option requires an argument -- '%c'\n"), argv[0], c);
    option_letter = c;
    result = letters[0] == ':' ? ':' : '?';
  } else {
    optarg = argv[optind++];
  }
  next_char = NULL;
  return result;
}

static int read_option(int argc, char* const* arguments, const char* letters, const struct option* options, int* index,
                       int only, int posix) {
  char** argv = (char**)arguments;
  if (argc < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !started) {
    letters = start(letters, posix);
  } else if (letters[0] == '-' || letters[0] == '+') {
    ++letters;
  }
  const int quiet = opterr == 0 || letters[0] == ':';
  if (next_char == NULL || *next_char == 0) {
    const int result = next_argument(argc, argv, letters, options, index, only, quiet);
    if (result != SHORT_OPTION) return result;
  }
  return short_option(argc, argv, letters, options, index, quiet);
}

static int get_option(int argc, char* const* arguments, const char* letters, const struct option* options, int* index,
                      int only, int posix) {
  const int result = read_option(argc, arguments, letters, options, index, only, posix);
  optopt = option_letter;
  return result;
}

int __cairn_model_getopt(int argc, char* const* argv, const char* letters) {
  return get_option(argc, argv, letters, NULL, NULL, 0, 0);
}

int __cairn_model___posix_getopt(int argc, char* const* argv, const char* letters) {
  return get_option(argc, argv, letters, NULL, NULL, 0, 1);
}

int __cairn_model_getopt_long(int argc, char* const* argv, const char* letters, const struct option* options,
                              int* index) {
  return get_option(argc, argv, letters, options, index, 0, 0);
}

int __cairn_model_getopt_long_only(int argc, char* const* argv, const char* letters, const struct option* options,
                                   int* index) {
  return get_option(argc, argv, letters, options, index, 1, 0);
}
