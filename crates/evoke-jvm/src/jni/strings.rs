//! Java strings, made and read by their code units.

use evoke_testcase::JavaString;
use jni_sys::{jint, jstring};

use crate::jni::env::{Env, jni};
use crate::jni::fault::Fault;

impl Env {
    pub(crate) fn new_string(self, units: &[u16]) -> Result<jstring, Fault> {
        let length = jint::try_from(units.len()).map_err(|_| Fault::Refused("NewString"))?;
        self.unless_null("NewString", jni!(self, NewString, units.as_ptr(), length))
    }

    pub(crate) fn new_text(self, text: &str) -> Result<jstring, Fault> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(&units)
    }

    /// Number of code units of a string that is not null.
    pub(crate) fn string_length(self, string: jstring) -> u32 {
        u32::try_from(jni!(self, GetStringLength, string)).unwrap_or(0)
    }

    /// The first code units of a string that is not null, so many at most. No others are copied.
    pub(crate) fn string_beginning(self, string: jstring, max_units: u32) -> JavaString {
        let length = self.string_length(string).min(max_units);
        let mut units = vec![0; length as usize];
        jni!(self, GetStringRegion, string, 0, length as jint, units.as_mut_ptr());
        JavaString::from_units(&units)
    }

    /// The text of a string that is known to be short and well-formed, such as a class name.
    pub(crate) fn utf8_string(self, string: jstring) -> String {
        String::from_utf16_lossy(self.string_beginning(string, u32::MAX).units())
    }
}
