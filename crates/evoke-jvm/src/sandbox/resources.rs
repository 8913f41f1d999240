//! Resource limits: no core dumps, bounded files, bounded descriptors.

use std::io;

/// Largest file that may be written.
const FILE_BYTES: libc::rlim_t = 256 << 20;
/// Files that may be open at once.
const OPEN_FILES: libc::rlim_t = 1024;

/// Limits this process.
pub(super) fn restrict() -> Result<(), String> {
    let limits =
        [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_FSIZE, FILE_BYTES), (libc::RLIMIT_NOFILE, OPEN_FILES)];
    for (resource, limit) in limits {
        lower(resource, limit).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Lowers both limits; one that is lower already stays.
fn lower(resource: libc::__rlimit_resource_t, limit: libc::rlim_t) -> io::Result<()> {
    let mut current = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limits are written to and read from a live value.
    unsafe {
        if libc::getrlimit(resource, &raw mut current) != 0 {
            return Err(io::Error::last_os_error());
        }
        let limit = limit.min(current.rlim_max);
        current = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        if libc::setrlimit(resource, &raw const current) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
