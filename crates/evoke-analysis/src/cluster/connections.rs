//! Classes of the JDK that connect to other machines, as a test implements them instead: with streams of its own, without a network.
//! What a test does not override here works on a socket that was never connected. Servers and datagrams are left out.

use evoke_classfile::{ClassName, Method, access};

/// By class: the methods to override though they are not abstract. Those of a socket that a client cannot do without, and what clients
/// set before they begin.
const OVERRIDDEN: [(&str, &[&str]); 2] = [
    (
        "java/net/Socket",
        &[
            "connect",
            "getInputStream",
            "getOutputStream",
            "getSoTimeout",
            "isConnected",
            "setKeepAlive",
            "setSoTimeout",
            "setTcpNoDelay",
        ],
    ),
    ("javax/net/SocketFactory", &["createSocket"]),
];

/// Whether objects of the class connect, so that a test takes none but its own.
pub(super) fn is_connection(class: &ClassName) -> bool {
    OVERRIDDEN.iter().any(|(connection, _)| class.as_str() == *connection)
}

/// Whether a test overrides the method of the class, though it is not abstract.
pub(super) fn is_overridden(class: &ClassName, method: &Method) -> bool {
    method.access_flags & (access::FINAL | access::STATIC) == 0
        && OVERRIDDEN
            .iter()
            .any(|(owner, names)| class.as_str() == *owner && names.contains(&method.name.as_str()))
}

/// Whether the constructor of the class opens no connection.
pub(super) fn is_unconnected(class: &ClassName, constructor: &Method) -> bool {
    !is_connection(class) || constructor.descriptor.parameters.is_empty()
}
