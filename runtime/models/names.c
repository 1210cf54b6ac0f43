/* Names of files, and models of what does nothing else with a name than to look where it leads, or to make, move or
 * remove something there.
 *
 * What a name leads to is decided by the file system, which no constraint describes. So a symbolic name is compared
 * with those that exist for every run first: the names of the symbolic files, and directories spelt with dots and
 * slashes alone, such as ".", "./" and "//". Each of their bytes is a branch. A name that is none of these and leads
 * somewhere nevertheless, or fails in another way than by not existing, is kept as it is: a fact of the path. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

static const char* skip_slashes(const char* path) {
  while (*path == '/') ++path;
  return path;
}

/* Is it the name itself, or something below it? What is no directory has nothing below it, and the kernel says so. */
static int begins_with(const char* path, const char* name) {
  while (*name != 0 && *path == *name) ++path, ++name;
  return *name == 0 && (*path == 0 || *path == '/');
}

/* No name at all is nothing to compare: the kernel refuses it. */
static int is_known(const char* path) {
  if (path == NULL) return 1;
  const char* rest = skip_slashes(path);
  int here = rest == path; /* in the working directory */
  while (*rest == '.') {
    const int up = rest[1] == '.';
    const char* const end = rest + 1 + up;
    if (*end != 0 && *end != '/') break;
    here &= !up;
    rest = skip_slashes(end);
  }
  if (*rest == 0) return rest != path;
  const char* name;
  for (unsigned i = 0; here && (name = cairn_file_name(i)) != NULL; ++i)
    if (begins_with(rest, name)) return 1;
  return 0;
}

int cairn_compare_name(const char* path, int makes) {
  if (is_known(path)) return 1;
  if (makes)
    for (; (path = __cairn_model_strchr(path, '/')) != NULL; ++path) {
    }
  return 0;
}

void cairn_settle_name(const char* path, int known, int failed) {
  if (known || (failed && errno == ENOENT)) return;
  while (cairn_pin_size((unsigned char)*path) != 0) ++path;
}

/* ---- Looking ---- */

int __cairn_model_access(const char* path, int mode) { return NAMED(path, int, -1, access(path, mode)); }
int __cairn_model_faccessat(int directory, const char* path, int mode, int flags) {
  return NAMED(path, int, -1, faccessat(directory, path, mode, flags));
}
int __cairn_model_euidaccess(const char* path, int mode) { return NAMED(path, int, -1, euidaccess(path, mode)); }
int __cairn_model_chdir(const char* path) { return NAMED(path, int, -1, chdir(path)); }

DIR* __cairn_model_opendir(const char* path) {
  DIR* opened = NULL;
  NAMED(path, int, 0, (opened = opendir(path)) != NULL);
  return opened;
}

ssize_t __cairn_model_readlink(const char* restrict path, char* restrict to, size_t size) {
  size = cairn_pin_size(size);
  const ssize_t got = NAMED(path, ssize_t, -1, readlink(path, to, size));
  if (got > 0) cairn_forget(to, (size_t)got);
  return got;
}

ssize_t __cairn_model_readlinkat(int directory, const char* restrict path, char* restrict to, size_t size) {
  size = cairn_pin_size(size);
  const ssize_t got = NAMED(path, ssize_t, -1, readlinkat(directory, path, to, size));
  if (got > 0) cairn_forget(to, (size_t)got);
  return got;
}

ssize_t __cairn_model___readlink_chk(const char* restrict path, char* restrict to, size_t size, size_t room) {
  cairn_check_room(size, room);
  return __cairn_model_readlink(path, to, size);
}
ssize_t __cairn_model___readlinkat_chk(int directory, const char* restrict path, char* restrict to, size_t size,
                                       size_t room) {
  cairn_check_room(size, room);
  return __cairn_model_readlinkat(directory, path, to, size);
}

int __cairn_model_statfs(const char* path, struct statfs* info) {
  const int status = NAMED(path, int, -1, statfs(path, info));
  if (status == 0) cairn_forget(info, sizeof *info);
  return status;
}
int __cairn_model_statfs64(const char* path, struct statfs* info) { return __cairn_model_statfs(path, info); }

int __cairn_model_statvfs(const char* restrict path, struct statvfs* restrict info) {
  const int status = NAMED(path, int, -1, statvfs(path, info));
  if (status == 0) cairn_forget(info, sizeof *info);
  return status;
}
int __cairn_model_statvfs64(const char* restrict path, struct statvfs* restrict info) {
  return __cairn_model_statvfs(path, info);
}

static char* settle_resolved(char* resolved) {
  if (resolved != NULL) cairn_forget(resolved, strlen(resolved) + 1);
  return resolved;
}

char* __cairn_model_realpath(const char* restrict path, char* restrict to) {
  char* resolved = NULL;
  NAMED(path, int, 0, (resolved = realpath(path, to)) != NULL);
  return settle_resolved(resolved);
}
char* __cairn_model_canonicalize_file_name(const char* path) { return __cairn_model_realpath(path, NULL); }

/* ---- Making, moving and removing ---- */

static mode_t plain_mode(mode_t mode) { return (mode_t)cairn_pin_size(mode); }

int __cairn_model_mkdir(const char* path, mode_t mode) {
  mode = plain_mode(mode);
  return NAMED_FOR(1, path, int, -1, mkdir(path, mode));
}
int __cairn_model_mkdirat(int directory, const char* path, mode_t mode) {
  mode = plain_mode(mode);
  return NAMED_FOR(1, path, int, -1, mkdirat(directory, path, mode));
}
int __cairn_model_mkfifo(const char* path, mode_t mode) {
  mode = plain_mode(mode);
  return NAMED_FOR(1, path, int, -1, mkfifo(path, mode));
}
int __cairn_model_mknod(const char* path, mode_t mode, dev_t device) {
  mode = plain_mode(mode);
  device = (dev_t)cairn_pin_size(device);
  return NAMED_FOR(1, path, int, -1, mknod(path, mode, device));
}

/* Where it leads is stored as it is. */
int __cairn_model_symlink(const char* target, const char* path) {
  cairn_lose_string(target);
  return NAMED_FOR(1, path, int, -1, symlink(target, path));
}
int __cairn_model_symlinkat(const char* target, int directory, const char* path) {
  cairn_lose_string(target);
  return NAMED_FOR(1, path, int, -1, symlinkat(target, directory, path));
}

#define FROM_TO(call) NAMED_FOR(1, to, int, -1, NAMED(from, int, -1, call))

int __cairn_model_link(const char* from, const char* to) { return FROM_TO(link(from, to)); }
int __cairn_model_linkat(int directory, const char* from, int other, const char* to, int flags) {
  return FROM_TO(linkat(directory, from, other, to, flags));
}
int __cairn_model_rename(const char* from, const char* to) { return FROM_TO(rename(from, to)); }
int __cairn_model_renameat(int directory, const char* from, int other, const char* to) {
  return FROM_TO(renameat(directory, from, other, to));
}
int __cairn_model_renameat2(int directory, const char* from, int other, const char* to, unsigned flags) {
  return FROM_TO(renameat2(directory, from, other, to, flags));
}

int __cairn_model_unlink(const char* path) { return NAMED(path, int, -1, unlink(path)); }
int __cairn_model_unlinkat(int directory, const char* path, int flags) {
  return NAMED(path, int, -1, unlinkat(directory, path, flags));
}
int __cairn_model_remove(const char* path) { return NAMED(path, int, -1, remove(path)); }
int __cairn_model_rmdir(const char* path) { return NAMED(path, int, -1, rmdir(path)); }

int __cairn_model_chmod(const char* path, mode_t mode) {
  mode = plain_mode(mode);
  return NAMED(path, int, -1, chmod(path, mode));
}
int __cairn_model_fchmod(int fd, mode_t mode) { return fchmod((int)cairn_pin_size((size_t)fd), plain_mode(mode)); }
int __cairn_model_fchmodat(int directory, const char* path, mode_t mode, int flags) {
  mode = plain_mode(mode);
  return NAMED(path, int, -1, fchmodat(directory, path, mode, flags));
}

static unsigned plain_id(unsigned id) { return (unsigned)cairn_pin_size(id); }

int __cairn_model_chown(const char* path, uid_t user, gid_t group) {
  user = plain_id(user);
  group = plain_id(group);
  return NAMED(path, int, -1, chown(path, user, group));
}
int __cairn_model_fchown(int fd, uid_t user, gid_t group) {
  return fchown((int)cairn_pin_size((size_t)fd), plain_id(user), plain_id(group));
}
int __cairn_model_lchown(const char* path, uid_t user, gid_t group) {
  user = plain_id(user);
  group = plain_id(group);
  return NAMED(path, int, -1, lchown(path, user, group));
}
int __cairn_model_fchownat(int directory, const char* path, uid_t user, gid_t group, int flags) {
  user = plain_id(user);
  group = plain_id(group);
  return NAMED(path, int, -1, fchownat(directory, path, user, group, flags));
}
