//! Where the queue is and how to get in, and which servers are talked to without protection.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;

use async_nats::jetstream;
use async_nats::{Client, ConnectOptions, ServerAddr};

use super::error::QueueError;

/// How long an answer of the server is waited for.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A NATS server. What is not given is not used.
#[derive(Clone)]
pub struct QueueAddress {
    /// `nats://host:port`, or `tls://host:port`.
    pub url: String,
    /// Who this client is.
    pub credentials: Credentials,
    /// Certificates that the server's has to come from, in a PEM file, in place of those of the system; asks for TLS.
    pub root_certificates: Option<PathBuf>,
    /// Certificate and key of this client, in PEM files; asks for TLS.
    pub client_certificate: Option<(PathBuf, PathBuf)>,
    /// Whether a server on another machine may be talked to without protection.
    pub insecure: bool,
}

/// What a client shows to be let in.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// Nothing.
    None,
    /// A user with a password.
    User {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// A token.
    Token(String),
}

/// A connection. One that is lost is made again by itself.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) client: Client,
    pub(super) context: jetstream::Context,
}

impl QueueAddress {
    /// Connects, and comes back once the server has answered.
    pub(super) async fn connect(&self) -> Result<Connection, QueueError> {
        let address = self.checked()?;
        let mut options = ConnectOptions::new().name("evoke study").connection_timeout(TIMEOUT);
        options = match &self.credentials {
            Credentials::None => options,
            Credentials::User { name, password } => options.user_and_password(name.clone(), password.clone()),
            Credentials::Token(token) => options.token(token.clone()),
        };
        if let Some(file) = &self.root_certificates {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.client_certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        let client = options
            .connect(address)
            .await
            .map_err(|error| QueueError::Connect { url: self.url.clone(), reason: error.to_string() })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(TIMEOUT);
        Ok(Connection { client, context })
    }

    /// The address, unless it is none or needs more protection than it has: whoever reads class paths and options on the way may not be meant
    /// to, and whoever can add runs has others run programs.
    fn checked(&self) -> Result<ServerAddr, QueueError> {
        let wrong =
            |reason: &dyn ToString| QueueError::Address { url: self.url.clone(), reason: reason.to_string() };
        let address = ServerAddr::from_str(&self.url).map_err(|error| wrong(&error))?;
        if !matches!(address.scheme(), "nats" | "tls") {
            return Err(wrong(&"it begins with neither `nats://` nor `tls://`"));
        }
        if address.host().is_empty() {
            return Err(wrong(&"it names no host"));
        }
        if address.has_user_pass() {
            return Err(QueueError::UserInAddress);
        }
        let host = address.host();
        let is_here = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        let has_tls =
            address.tls_required() || self.root_certificates.is_some() || self.client_certificate.is_some();
        let is_known = self.credentials != Credentials::None || self.client_certificate.is_some();
        if is_here || self.insecure || has_tls && is_known {
            Ok(address)
        } else {
            Err(QueueError::Unprotected(self.url.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, change: impl Fn(&mut QueueAddress)) -> Result<(), QueueError> {
        let mut address = QueueAddress {
            url: url.to_owned(),
            credentials: Credentials::None,
            root_certificates: None,
            client_certificate: None,
            insecure: false,
        };
        change(&mut address);
        address.checked().map(drop)
    }

    fn is_refused(url: &str, change: impl Fn(&mut QueueAddress)) -> bool {
        matches!(check(url, change), Err(QueueError::Unprotected(_)))
    }

    #[test]
    fn only_this_machine_is_talked_to_without_protection() {
        for here in ["nats://localhost:4222", "nats://127.0.0.1:4222", "nats://[::1]:4222", "127.0.0.1"] {
            check(here, |_| ()).unwrap();
        }
        assert!(is_refused("nats://example.org:4222", |_| ()));
        assert!(is_refused("nats://localhost.example.org:4222", |_| ()));
        assert!(is_refused("nats://0.0.0.0:4222", |_| ()));
        assert!(is_refused("tls://example.org", |_| ()), "anybody could add runs");
        let with_token = |it: &mut QueueAddress| it.credentials = Credentials::Token("t".to_owned());
        assert!(is_refused("nats://example.org", with_token), "the token could be read on the way");
        check("tls://example.org", with_token).unwrap();
        check("nats://example.org", |it| it.client_certificate = Some(("c".into(), "k".into()))).unwrap();
        check("nats://example.org", |it| it.insecure = true).unwrap();
    }

    #[test]
    fn what_is_no_address_is_told_and_secrets_are_not() {
        for wrong in ["", "nats://", "http://localhost:4222"] {
            assert!(matches!(check(wrong, |_| ()), Err(QueueError::Address { .. })), "{wrong}");
        }
        let error = check("nats://me:secret@localhost", |_| ()).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
