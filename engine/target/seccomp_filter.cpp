#include "engine/target/seccomp_filter.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "engine/target/descriptor.h"

namespace cairn::target {
namespace {

// Numbers that older headers do not have.
constexpr int kFchmodat2 = 452;
constexpr int kFirstUnknown = 463;  // newer than the list was reviewed against (mseal is 462)
constexpr int kLastUnknown = 559;

// Of no use to a program under test; what they would do is done to the machine, or to other processes.
constexpr int kRefused[] = {SYS_ptrace,
                            SYS_process_vm_readv,
                            SYS_process_vm_writev,
                            SYS_process_madvise,
                            SYS_pidfd_getfd,
                            SYS_kcmp,
                            SYS_mount,
                            SYS_umount2,
                            SYS_pivot_root,
                            SYS_chroot,
                            SYS_fsopen,
                            SYS_fsconfig,
                            SYS_fsmount,
                            SYS_fspick,
                            SYS_move_mount,
                            SYS_open_tree,
                            SYS_mount_setattr,
                            SYS_unshare,
                            SYS_setns,
                            SYS_swapon,
                            SYS_swapoff,
                            SYS_reboot,
                            SYS_kexec_load,
                            SYS_kexec_file_load,
                            SYS_init_module,
                            SYS_finit_module,
                            SYS_delete_module,
                            SYS_settimeofday,
                            SYS_clock_settime,
                            SYS_clock_adjtime,
                            SYS_adjtimex,
                            SYS_sethostname,
                            SYS_setdomainname,
                            SYS_iopl,
                            SYS_ioperm,
                            SYS_acct,
                            SYS_quotactl,
                            SYS_quotactl_fd,
                            SYS_syslog,
                            SYS_vhangup,
                            SYS_open_by_handle_at,
                            SYS_bpf,
                            SYS_perf_event_open,
                            SYS_userfaultfd,
                            SYS_fanotify_init,
                            SYS_add_key,
                            SYS_request_key,
                            SYS_keyctl,
                            SYS_move_pages,
                            SYS_migrate_pages,
                            SYS_modify_ldt};

// Absent rather than refused: callers have other ways. io_uring would go past this filter; clone3 and openat2 hide
// their flags from it (libc falls back to clone and openat); System V memory, message queues and memory files outlive a
// run.
constexpr int kAbsent[] = {SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
                           SYS_clone3,         SYS_openat2,        SYS_shmget,
                           SYS_shmat,          SYS_shmctl,         SYS_semget,
                           SYS_semop,          SYS_semtimedop,     SYS_semctl,
                           SYS_msgget,         SYS_msgsnd,         SYS_msgrcv,
                           SYS_msgctl,         SYS_mq_open,        SYS_mq_unlink,
                           SYS_memfd_create,   SYS_memfd_secret};

// Landlock does not cover these (verified): mode, owner, times and attributes of files, truncation before its third
// version.
constexpr int kUncovered[] = {SYS_chmod,          SYS_fchmod,
                              SYS_fchmodat,       kFchmodat2,
                              SYS_chown,          SYS_fchown,
                              SYS_lchown,         SYS_fchownat,
                              SYS_utime,          SYS_utimes,
                              SYS_utimensat,      SYS_futimesat,
                              SYS_setxattr,       SYS_lsetxattr,
                              SYS_fsetxattr,      SYS_removexattr,
                              SYS_lremovexattr,   SYS_fremovexattr,
                              SYS_truncate,       SYS_socket,
                              SYS_connect,        SYS_bind,
                              SYS_listen,         SYS_sched_setattr,
                              SYS_sched_setparam, SYS_sched_setscheduler,
                              SYS_ioprio_set,     SYS_pidfd_send_signal};

// Change the inode through a descriptor opened for reading.
constexpr unsigned long kInodeIoctls[] = {
    FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR, 0x40087602 /* SETVERSION */, 0x40806685 /* ENABLE_VERITY */,
    0x800c6613 /* SET_ENCRYPTION_POLICY */};

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ALLOW), ::seccomp_release) {
    if (context_ == nullptr) {
      failed_ = true;
      return;
    }
    ::seccomp_attr_set(get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    ::seccomp_attr_set(get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // binary search
  }

  void refuse(int call, int error) { add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, {}); }
  void refuse(int call, int error, const std::vector<scmp_arg_cmp>& when) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, when);
  }
  void ask(int call) { add(SCMP_ACT_NOTIFY, call, {}); }

  base::Result<std::vector<sock_filter>> compile() {
    const Descriptor file(::memfd_create("cairn-filter", MFD_CLOEXEC));
    if (failed_ || !file.valid() || ::seccomp_export_bpf(get(), file.get()) != 0) {
      return base::environment_error("the system call filter cannot be built");
    }
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> program(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size) {
      return base::environment_error("the system call filter cannot be read back");
    }
    return program;
  }

 private:
  scmp_filter_ctx get() { return context_.get(); }
  void add(std::uint32_t action, int call, const std::vector<scmp_arg_cmp>& when) {
    if (failed_) return;
    const int result = ::seccomp_rule_add_array(get(), action, call, static_cast<unsigned>(when.size()), when.data());
    failed_ = result != 0;
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  bool failed_ = false;
};

scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void confine_alone(Filter& filter) {
  for (const int call : kUncovered) filter.refuse(call, EPERM);
  for (const unsigned long request : kInodeIoctls) filter.refuse(SYS_ioctl, EPERM, {masked(1, 0xffffffff, request)});
  // Truncation of a file opened for reading is no write for Landlock before its third version.
  filter.refuse(SYS_open, EPERM, {masked(1, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY)});
  filter.refuse(SYS_openat, EPERM, {masked(2, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY)});
  // On others: limits, priorities, processors.
  filter.refuse(SYS_prlimit64, EPERM, {{0, SCMP_CMP_NE, 0, 0}, {2, SCMP_CMP_NE, 0, 0}});
  filter.refuse(SYS_setpriority, EPERM, {{0, SCMP_CMP_NE, PRIO_PROCESS, 0}});
  filter.refuse(SYS_setpriority, EPERM, {{1, SCMP_CMP_NE, 0, 0}});
  filter.refuse(SYS_sched_setaffinity, EPERM, {{0, SCMP_CMP_NE, 0, 0}});
}

}  // namespace

base::Result<std::vector<sock_filter>> seccomp_filter(const FilterOptions& options) {
  Filter filter;
  for (const int call : kRefused) filter.refuse(call, EPERM);
  for (const int call : kAbsent) {
    const bool shared_memory = call == SYS_shmget || call == SYS_shmat || call == SYS_shmctl;
    if (!shared_memory || !options.shared_memory) filter.refuse(call, ENOSYS);
  }
  for (int call = kFirstUnknown; call <= kLastUnknown; ++call) filter.refuse(call, ENOSYS);
  // New namespaces would give capabilities inside them.
  for (const unsigned long flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    filter.refuse(SYS_clone, EPERM, {masked(0, flag, flag)});
  }
  // Children of the server are its own: it tells what a run leaves behind by that.
  filter.refuse(SYS_clone, EPERM, {masked(0, CLONE_PARENT, CLONE_PARENT)});
  for (const unsigned long request : {TIOCSTI, TIOCLINUX}) {
    filter.refuse(SYS_ioctl, EPERM, {masked(1, 0xffffffff, request)});
  }
  if (options.alone) {
    confine_alone(filter);
  } else {
    // Sockets in the file system lead out of every namespace; others but the internet's only add to the kernel's
    // surface.
    for (unsigned family = 0; family < AF_INET6; ++family) {
      if (family != AF_INET) filter.refuse(SYS_socket, EACCES, {{0, SCMP_CMP_EQ, family, 0}});
    }
    filter.refuse(SYS_socket, EACCES, {{0, SCMP_CMP_GT, AF_INET6, 0}});
  }
  if (options.signals == Signals::broker) {
    for (const int call : {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo}) {
      filter.ask(call);
    }
  }
  return filter.compile();
}

Step install_filter(const std::vector<sock_filter>& filter, Signals signals, int* listener) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return {"no_new_privs", errno};
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  const unsigned long flags = signals == Signals::broker ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
  const long result = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (result < 0) return {"seccomp", errno};
  *listener = signals == Signals::broker ? static_cast<int>(result) : -1;
  return {};
}

}  // namespace cairn::target
