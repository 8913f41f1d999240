//! What is the same for all classes of a module: how they are run, and where their suites go.

use std::path::PathBuf;
use std::sync::Arc;

use evoke_classfile::{ClassName, ClassPath, Jdk};
use evoke_junit::{JUnitVersion, RunnerPool, SuiteVerifier, has_parameterized_tests, locate_junit};
use evoke_project::{Module, TestFrameworks};

use crate::class_config::ClassConfig;
use crate::cli::GenerateArgs;
use crate::failure::Failure;
use crate::generate::{check_folder, verifier};
use crate::options::Options;
use crate::scratch_root::ScratchRoot;

/// A module that is worked on.
pub(super) struct ModulePlan {
    pub(super) name: String,
    /// Those of every class of the module, with its class path and its JUnit; the classes are not in it.
    pub(super) options: Options,
    pub(super) verifier: SuiteVerifier,
    /// Whether its tests cannot be parameterised, though that was asked for.
    pub(super) lacks_parameters: bool,
}

impl ModulePlan {
    /// For these classes of the module. `scratch` is where verified suites may write, in JVMs of `runners`.
    pub(super) fn new(
        module: &Module,
        classes: Vec<ClassName>,
        args: &GenerateArgs,
        config: &ClassConfig,
        jdk: &Jdk,
        scratch: &ScratchRoot,
        runners: &Arc<RunnerPool>,
    ) -> Result<Self, Failure> {
        let class_path = ClassPath::open(&module.class_path, jdk).map_err(|error| {
            Failure::usage(format_args!("the class path of module `{}`: {error}", module.name))
                .with_hint("build the project anew")
        })?;
        let mut config = config.clone();
        if args.junit.is_none() {
            config.junit = junit(module, &class_path)?;
        }
        let lacks_parameters = config.parameterized && !can_be_parameterized(config.junit, module);
        config.parameterized &= !lacks_parameters;
        let mut options = Options::of_classes(args, config, jdk.clone(), &class_path, classes)?;
        if let (None, Some(tests)) = (&args.out, &module.test_sources) {
            options.out.clone_from(tests);
        }
        check_folder(&options.out)?;
        let verifier = verifier(&options, scratch, Arc::clone(runners))?;
        Ok(Self { name: module.name.clone(), options, verifier, lacks_parameters })
    }

    /// What besides the classes decides how suites turn out, and where they are; not how long it takes.
    pub(super) fn circumstances(&self) -> String {
        let ClassConfig {
            criteria,
            guides,
            search,
            budget: _,
            patience: _,
            assertions,
            junit,
            stubs,
            parameterized,
            counts_effort: _,
        } = &self.options.config;
        let parameterized = if *parameterized { " parameterized" } else { "" };
        let version = env!("CARGO_PKG_VERSION");
        let (java, out) = (self.options.jdk.feature, self.out().display());
        format!(
            "{version} {criteria:?} {guides:?} {search:?} {assertions:?} {junit:?} {stubs:?} {java} {out}{parameterized}"
        )
    }

    /// Where its suites go.
    pub(super) fn out(&self) -> &PathBuf {
        &self.options.out
    }
}

/// Whether the tests of the module can take parameters.
fn can_be_parameterized(version: JUnitVersion, module: &Module) -> bool {
    let found = locate_junit(version, &module.class_path);
    version == JUnitVersion::V5
        && found.is_ok_and(|junit_jars| has_parameterized_tests(&module.class_path, &junit_jars))
}

/// The JUnit that the module's tests use. Without a build to say so it is not known, and the newer is taken.
fn junit(module: &Module, class_path: &ClassPath) -> Result<JUnitVersion, Failure> {
    let found = TestFrameworks::of(class_path);
    if found.jupiter || module.test_sources.is_none() && !found.junit4 {
        return Ok(JUnitVersion::V5);
    }
    if found.junit4 {
        return Ok(JUnitVersion::V4);
    }
    Err(Failure::usage(format_args!("module `{}` has no JUnit on the class path of its tests", module.name))
        .with_hint("add JUnit to its dependencies, leave the module out with --module, or say with --junit which one to write for"))
}
