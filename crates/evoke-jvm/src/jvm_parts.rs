//! What of the JVM is needed to replace parts of it.

use crate::jvm_functions::JvmFunctions;
use crate::runtime_classes::RuntimeClasses;

/// What that is.
pub(crate) struct JvmParts<'a> {
    pub(crate) runtime: &'a RuntimeClasses,
    pub(crate) functions: JvmFunctions,
    pub(crate) jdk_feature: u16,
}
