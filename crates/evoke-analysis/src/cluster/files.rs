//! Calls of the JDK that write to the file system by themselves. A test that makes one would write to the user's project each
//! time it is run, so that none is generated; what the code under test does with a file is another matter.

use super::callable::{Callable, CallableKind};

/// Constructors that open a file for writing, with the first parameters that name one; `""` for any.
const OPENING: [(&str, &str); 10] = [
    ("java/io/FileOutputStream", ""),
    ("java/io/FileWriter", ""),
    ("java/io/RandomAccessFile", ""),
    ("java/io/PrintStream", "(Ljava/lang/String;"),
    ("java/io/PrintStream", "(Ljava/io/File;"),
    ("java/io/PrintWriter", "(Ljava/lang/String;"),
    ("java/io/PrintWriter", "(Ljava/io/File;"),
    ("java/util/Formatter", "(Ljava/lang/String;"),
    ("java/util/Formatter", "(Ljava/io/File;"),
    ("java/util/logging/FileHandler", ""),
];

/// Methods of `java.io.File` that change what is on the disk.
const CHANGING: [&str; 12] = [
    "createNewFile",
    "createTempFile",
    "delete",
    "deleteOnExit",
    "mkdir",
    "mkdirs",
    "renameTo",
    "setExecutable",
    "setLastModified",
    "setReadOnly",
    "setReadable",
    "setWritable",
];

/// What opens files for writing too.
const CHANNELS: [&str; 2] = ["java/nio/channels/AsynchronousFileChannel", "java/nio/channels/FileChannel"];

/// Whether the call may write to the file system: also what a method of `Files` reads is of no use to a test that could not write it.
pub(super) fn writes_files(callable: &Callable) -> bool {
    let owner = callable.owner.as_str();
    match callable.kind {
        CallableKind::Constructor => {
            let opens =
                |(class, first): &(&str, &str)| owner == *class && callable.descriptor.starts_with(first);
            OPENING.iter().any(opens)
        }
        CallableKind::Method => {
            owner == "java/io/File" && CHANGING.contains(&callable.name.as_str())
                || owner == "java/nio/file/Files"
                || CHANNELS.contains(&owner) && callable.name == "open"
        }
        CallableKind::FieldRead | CallableKind::FieldWrite => false,
    }
}
