//! Where the queue is, as the command line says it, and what a user reads where it cannot be used.

use std::fs;
use std::path::Path;

use evoke_study::queue::{Credentials, QueueAddress, QueueError};

use crate::cli::QueueAccessArgs;
use crate::failure::Failure;

/// The address with what it takes to get in.
pub(super) fn queue_address(url: &str, access: &QueueAccessArgs) -> Result<QueueAddress, Failure> {
    let credentials = match (&access.queue_user, &access.queue_password_file, &access.queue_token_file) {
        (Some(name), Some(file), _) => Credentials::User { name: name.clone(), password: secret(file)? },
        (_, _, Some(file)) => Credentials::Token(secret(file)?),
        _ => Credentials::None,
    };
    Ok(QueueAddress {
        url: url.to_owned(),
        credentials,
        root_certificates: access.queue_ca.clone(),
        client_certificate: access.queue_cert.clone().zip(access.queue_key.clone()),
        insecure: access.insecure,
    })
}

/// The first line of a file.
fn secret(path: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::usage(format_args!("cannot read `{}`: {error}", path.display())))?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(Failure::usage(format_args!("`{}` holds nothing in its first line", path.display()))),
    }
}

/// What a user reads where the queue cannot be used.
pub(super) fn queue_failure(error: QueueError) -> Failure {
    match &error {
        QueueError::Address { .. } => {
            Failure::usage(error).with_hint("give it as in `nats://localhost:4222`")
        }
        QueueError::UserInAddress => {
            Failure::usage(error).with_hint("give --queue-user and --queue-password-file in place of it")
        }
        QueueError::Unprotected(_) => Failure::usage(error)
            .with_hint("give `tls://` and --queue-user, --queue-token-file or --queue-cert, or --insecure"),
        QueueError::Connect { .. } | QueueError::Server { .. } => Failure::environment(error)
            .with_hint("does `nats-server --jetstream` run there, and may this user in?"),
        QueueError::Unfit(_) => Failure::environment(error)
            .with_hint("it is on the queue again, for a worker that has what it needs"),
        QueueError::Io { .. } => Failure::environment(error),
    }
}
