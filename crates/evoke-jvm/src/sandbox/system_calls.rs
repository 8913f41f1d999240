//! System calls, by seccomp: a list of what is refused, since what a JVM needs differs from release to release.
//!
//! Refused calls fail with `EPERM`, which Java reports as it would on a locked-down machine.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::programs::Programs;

type Rules = BTreeMap<libc::c_long, Vec<SeccompRule>>;

/// Refused whatever the arguments.
const REFUSED: &[libc::c_long] = &[
    // New programs; see also `EXECVE`.
    libc::SYS_execveat,
    // Network and other processes' sockets; a pair of sockets of one's own stays possible.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    // Would do all of the above unseen by a filter.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Signals by means that name no process of one's own.
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    // Attributes of files, which Landlock does not govern.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // Other processes, and objects that outlive this one.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The machine.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_acct,
    libc::SYS_quotactl,
];

/// Older names of refused calls that only this architecture has.
#[cfg(target_arch = "x86_64")]
const REFUSED_LEGACY: &[libc::c_long] = &[
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_LEGACY: &[libc::c_long] = &[];

/// Refused unless another program may take over. What that one starts needs a process of its own, which is refused.
const EXECVE: libc::c_long = libc::SYS_execve;

/// Restricts all threads of this process.
pub(super) fn restrict(programs: Programs) -> Result<(), String> {
    install(refused_rules(programs).map_err(|error| error.to_string())?, libc::EPERM)?;
    // Its flags are behind a pointer that a filter cannot follow; libraries fall back to `clone`.
    install(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
}

fn refused_rules(programs: Programs) -> Result<Rules, BackendError> {
    let mut rules: Rules = REFUSED.iter().chain(REFUSED_LEGACY).map(|call| (*call, Vec::new())).collect();
    if programs == Programs::Refused {
        rules.insert(EXECVE, Vec::new());
    }
    let process = u64::from(std::process::id());
    // A clone that is no thread is a process.
    let thread = libc::CLONE_THREAD as u64;
    rules.insert(libc::SYS_clone, vec![first_argument(SeccompCmpOp::MaskedEq(thread), 0)?]);
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        rules.insert(call, vec![first_argument(SeccompCmpOp::Ne, process)?]);
    }
    let other =
        SeccompRule::new(vec![condition(SeccompCmpOp::Ne, 0)?, condition(SeccompCmpOp::Ne, process)?])?;
    rules.insert(libc::SYS_prlimit64, vec![other]);
    Ok(rules)
}

fn first_argument(operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![condition(operator, value)?])
}

fn condition(operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(0, SeccompCmpArgLen::Dword, operator, value)
}

fn install(rules: Rules, error: libc::c_int) -> Result<(), String> {
    let program = compile(rules, error).map_err(|error| error.to_string())?;
    seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())
}

fn compile(rules: Rules, error: libc::c_int) -> Result<BpfProgram, BackendError> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let refuse = SeccompAction::Errno(error.unsigned_abs());
    BpfProgram::try_from(SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?)
}
