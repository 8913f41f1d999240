//! Frames on a pipe: length (4 bytes, little endian), protocol version (1 byte), then the message in postcard.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Both ends are the same binary, so a mismatch means that it was replaced during a run.
const PROTOCOL_VERSION: u8 = 1;

/// Larger than any honest message; a longer one is a broken pipe's garbage.
const MAX_FRAME: u32 = 1 << 30;

/// Writes one message.
pub(crate) fn send<T: Serialize>(out: &mut impl Write, message: &T) -> io::Result<()> {
    let payload = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(payload.len() + 1).map_err(io::Error::other)?;
    let mut frame = Vec::with_capacity(payload.len() + 5);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.push(PROTOCOL_VERSION);
    frame.extend_from_slice(&payload);
    out.write_all(&frame)?;
    out.flush()
}

/// Reads one message; `None` at the end of the stream.
pub(crate) fn receive<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut header = [0; 4];
    match input.read_exact(&mut header) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_le_bytes(header);
    if length == 0 || length > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "frame length out of range"));
    }
    let mut frame = Vec::new();
    input.take(u64::from(length)).read_to_end(&mut frame)?;
    if frame.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if frame[0] != PROTOCOL_VERSION {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "protocol version differs"));
    }
    postcard::from_bytes(&frame[1..]).map(Some).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_in_order_and_the_end_is_seen() {
        let mut pipe = Vec::new();
        send(&mut pipe, &"first".to_owned()).unwrap();
        send(&mut pipe, &"second".to_owned()).unwrap();
        let mut input = pipe.as_slice();
        assert_eq!(receive::<String>(&mut input).unwrap().as_deref(), Some("first"));
        assert_eq!(receive::<String>(&mut input).unwrap().as_deref(), Some("second"));
        assert_eq!(receive::<String>(&mut input).unwrap(), None);
    }

    #[test]
    fn cut_frame_is_an_error() {
        let mut pipe = Vec::new();
        send(&mut pipe, &"message".to_owned()).unwrap();
        pipe.truncate(pipe.len() - 1);
        assert!(receive::<String>(&mut pipe.as_slice()).is_err());
    }

    #[test]
    fn other_protocol_version_is_refused() {
        let mut pipe = Vec::new();
        send(&mut pipe, &7_u32).unwrap();
        pipe[4] = PROTOCOL_VERSION + 1;
        assert!(receive::<u32>(&mut pipe.as_slice()).is_err());
    }
}
