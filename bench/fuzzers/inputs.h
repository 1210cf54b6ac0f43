/* From the one string of bytes a fuzzer makes to the inputs of a program: what cli/bench/encoding.cpp reads, too.
 *
 * The inputs are declared in the words of `cairn run`, in the variable CAIRN_FUZZ_INPUTS. In their order:
 *   --arg N             a string: bytes up to a zero, at most N
 *   --args MIN MAX N    a byte c, then MIN + c % (MAX - MIN + 1) such strings; without the byte when MIN = MAX
 *   --env NAME N        a string
 *   --file NAME N       a byte n, then n bytes, at most N
 *   --stdin N           what is left at the end, at most N
 * What is missing at the end is empty. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_WORDS 64

struct bytes {
  const unsigned char* at;
  size_t left;
};

static unsigned take_byte(struct bytes* from) {
  if (from->left == 0) return 0;
  --from->left;
  return *from->at++;
}

static char* take_string(struct bytes* from, size_t most) {
  size_t length = 0;
  while (length < from->left && length < most && from->at[length] != 0) ++length;
  char* text = malloc(length + 1);
  memcpy(text, from->at, length);
  text[length] = 0;
  size_t used = length;
  if (used < from->left && from->at[used] == 0) ++used;
  from->at += used;
  from->left -= used;
  return text;
}

static void put_content(int file, const unsigned char* at, size_t size) {
  for (ssize_t done; size > 0; at += done, size -= (size_t)done) {
    done = write(file, at, size);
    if (done <= 0) return;
  }
}

static void make_file(const char* name, struct bytes* from, size_t most) {
  size_t size = take_byte(from);
  if (size > from->left) size = from->left;
  const size_t kept = size < most ? size : most;
  const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    put_content(file, from->at, kept);
    close(file);
  }
  from->at += size;
  from->left -= size;
}

static void make_standard_input(const struct bytes* from, size_t most) {
  const int file =
      open(".fuzzed-stdin", O_RDWR | O_CREAT | O_TRUNC, 0600); /* contained programs have no memory files */
  if (file < 0) return;
  unlink(".fuzzed-stdin");
  put_content(file, from->at, from->left < most ? from->left : most);
  lseek(file, 0, SEEK_SET);
  dup2(file, 0);
  close(file);
}

/* Adds the declared arguments to argv and makes everything else. */
static void make_inputs(int* argc, char*** argv, const unsigned char* data, size_t size) {
  const char* declared = getenv("CAIRN_FUZZ_INPUTS");
  char* words[MOST_WORDS];
  int count = 0;
  char* copy = strdup(declared != NULL ? declared : "--stdin 1048576");
  for (char* word = strtok(copy, " "); word != NULL && count < MOST_WORDS; word = strtok(NULL, " "))
    words[count++] = word;
  char** arguments = calloc((size_t)*argc + 1024, sizeof *arguments);
  memcpy(arguments, *argv, (size_t)*argc * sizeof *arguments);
  struct bytes from = {data, size};
  size_t standard_input = 0;
  for (int i = 0; i < count; ++i) {
    const char* option = words[i];
    if (strcmp(option, "--arg") == 0 && i + 1 < count) {
      arguments[(*argc)++] = take_string(&from, (size_t)atol(words[++i]));
    } else if (strcmp(option, "--args") == 0 && i + 3 < count) {
      const unsigned least = (unsigned)atol(words[i + 1]), most = (unsigned)atol(words[i + 2]);
      const unsigned number = least == most ? least : least + take_byte(&from) % (most - least + 1);
      for (unsigned k = 0; k < number && k < 1000; ++k) {
        arguments[(*argc)++] = take_string(&from, (size_t)atol(words[i + 3]));
      }
      i += 3;
    } else if (strcmp(option, "--env") == 0 && i + 2 < count) {
      setenv(words[i + 1], take_string(&from, (size_t)atol(words[i + 2])), 1);
      i += 2;
    } else if (strcmp(option, "--file") == 0 && i + 2 < count) {
      make_file(words[i + 1], &from, (size_t)atol(words[i + 2]));
      i += 2;
    } else if (strcmp(option, "--stdin") == 0 && i + 1 < count) {
      standard_input = (size_t)atol(words[++i]);
    }
  }
  make_standard_input(&from, standard_input);
  *argv = arguments;
}
