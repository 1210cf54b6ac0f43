// A program that does what the first line of its standard input says, all of it hostile or at least unusual.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/server.h"

extern "C" cairn_segment* double_segment;
extern char** environ;

namespace {

void fork_bomb() {
  for (;;) fork();
}

void fill_memory() {
  for (;;) {
    char* p = static_cast<char*>(mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (p == MAP_FAILED) exit(9);
    memset(p, 1, 1 << 20);
  }
}

// Exit status 7: stopped by an error of write, as on a full disk.
void fill_disk() {
  static char block[1 << 16];
  for (int i = 0;; ++i) {
    char name[32];
    snprintf(name, sizeof name, "filler%d", i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0644);
    if (fd < 0) exit(7);
    for (int k = 0; k < 64; ++k) {
      if (write(fd, block, sizeof block) <= 0) exit(7);
    }
    close(fd);
  }
}

// On standard output and, as much, on standard error. Exit status 7 as above.
void print_megabyte() {
  static char block[1 << 16];
  for (int fd = 1; fd <= 2; ++fd) {
    memset(block, fd == 1 ? 'o' : 'e', sizeof block);
    for (int i = 0; i < 16; ++i) {
      if (write(fd, block, sizeof block) != sizeof block) exit(7);
    }
  }
}

void remove_above() {
  for (int depth = 0; depth < 20; ++depth) {
    DIR* directory = opendir(".");
    if (directory != nullptr) {
      while (const dirent* entry = readdir(directory)) {
        if (strncmp(entry->d_name, "cairn-test-bait", 15) == 0) unlink(entry->d_name);
      }
      closedir(directory);
    }
    if (chdir("..") != 0) break;
  }
}

__attribute__((noinline)) int use_stack(size_t bytes) {
  volatile char frame[4096];
  frame[0] = 0;
  return bytes > sizeof frame ? use_stack(bytes - sizeof frame) + frame[0] : 0;
}

int connect_out(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return 3;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? 0 : 4;
}

int session_nice() {
  FILE* file = fopen("/proc/self/autogroup", "r");
  int nice = -1;
  if (file == nullptr || fscanf(file, "%*s nice %d", &nice) != 1) return 99;
  return nice;
}

// A grandchild in a session of its own that would write to the file later, and lives on.
void daemonise() {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  for (int fd = 0; fd < 1024; ++fd) close(fd);
  for (;;) sleep(1);
}

void deep_directories() {
  for (int i = 0; i < 1000; ++i) {
    if (mkdir("d", 0755) != 0 || chdir("d") != 0) break;
  }
}

int perform(const char* word, int argc, char** argv) {
  int number = 0;
  char path[512] = "";
  if (sscanf(word, "exit %d", &number) == 1) return number;
  if (sscanf(word, "signal %d", &number) == 1) raise(number);
  if (strcmp(word, "abort") == 0) abort();
  if (strcmp(word, "deep-stack") == 0) return use_stack(16u << 20);
  if (strcmp(word, "crash") == 0) *static_cast<volatile int*>(nullptr) = 1;
  if (strcmp(word, "endless") == 0) {
    for (;;) {
    }
  }
  if (strcmp(word, "session-nice") == 0) return session_nice();
  if (strcmp(word, "stop") == 0) raise(SIGSTOP);
  if (strcmp(word, "fork-bomb") == 0) fork_bomb();
  if (strcmp(word, "fill-memory") == 0) fill_memory();
  if (strcmp(word, "fill-disk") == 0) fill_disk();
  if (strcmp(word, "print-megabyte") == 0) print_megabyte();
  if (strcmp(word, "close-all") == 0) {
    for (int fd = 0; fd < 4096; ++fd) close(fd);
  }
  if (strcmp(word, "scribble") == 0) {
    memset(double_segment, 0xee, sizeof *double_segment + (1 << 16));
  }
  if (strcmp(word, "remove-above") == 0) remove_above();
  if (sscanf(word, "connect %d", &number) == 1) return connect_out(number);
  if (strcmp(word, "daemon") == 0) daemonise();
  if (strcmp(word, "kill-parent") == 0) kill(getppid(), SIGKILL);
  if (strcmp(word, "kill-group") == 0) kill(0, SIGKILL);
  if (strcmp(word, "kill-everything") == 0) return kill(-1, SIGKILL) == 0 ? 0 : 5;
  if (sscanf(word, "kill %d", &number) == 1) return kill(number, SIGKILL) == 0 ? 0 : 5;
  if (sscanf(word, "chmod %500s", path) == 1) return chmod(path, 0777) == 0 ? 0 : 5;
  if (sscanf(word, "write-fifo %500s", path) == 1) {
    const int fd = open(path, O_WRONLY | O_NONBLOCK);
    return fd >= 0 && write(fd, "x", 1) == 1 ? 0 : 5;
  }
  if (sscanf(word, "write %500s", path) == 1) {
    const int fd = open(path, O_WRONLY);
    return fd >= 0 && write(fd, "0", 1) == 1 ? 0 : 5;
  }
  if (sscanf(word, "cat %500s", path) == 1) {
    char text[256];
    const int fd = open(path, O_RDONLY);
    const ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (got < 0) return 5;
    return static_cast<int>(fwrite(text, 1, static_cast<size_t>(got), stdout)) == got ? 0 : 6;
  }
  if (sscanf(word, "make %500s", path) == 1) return open(path, O_WRONLY | O_CREAT | O_EXCL, 0644) >= 0 ? 0 : 5;
  if (strcmp(word, "tmpfile") == 0) {
    FILE* file = tmpfile();
    return file != nullptr && fputs("x", file) >= 0 && fclose(file) == 0 ? 0 : 5;
  }
  if (strcmp(word, "leave-file") == 0) {
    if (access("left", F_OK) == 0) return 1;
    close(open("left", O_WRONLY | O_CREAT, 0644));
  }
  if (strcmp(word, "deep") == 0) deep_directories();
  if (strcmp(word, "arguments") == 0) {
    for (int i = 1; i < argc; ++i) printf("[%s]", argv[i]);
    printf(" %s", getenv("CAIRN_TEST") != nullptr ? getenv("CAIRN_TEST") : "none");
    printf(" %s\n", getenv(CAIRN_SERVER_VARIABLE) != nullptr ? "leaked" : "clean");
  }
  if (strcmp(word, "descriptors") == 0) {
    for (int fd = 3; fd < 1024; ++fd) {
      if (fcntl(fd, F_GETFD) >= 0) return 1;
    }
  }
  if (strcmp(word, "identity") == 0) {
    unsigned long long effective = 0;
    FILE* status = fopen("/proc/self/status", "r");
    char line[256];
    while (status != nullptr && fgets(line, sizeof line, status) != nullptr) sscanf(line, "CapEff: %llx", &effective);
    printf("%d %llx\n", static_cast<int>(getuid()), effective);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
#ifndef PLAIN
  cairn_server_enter(&argc, &argv, &environ);
  prctl(PR_SET_NAME, "victim_at_work"); /* neither the server nor the process of the next run */
#endif
  char word[600] = "";
  if (fgets(word, sizeof word, stdin) == nullptr) return 0;
  word[strcspn(word, "\n")] = '\0';
  return perform(word, argc, argv);
}
