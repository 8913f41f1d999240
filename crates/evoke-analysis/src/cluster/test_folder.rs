//! The temporary folder that every test has for itself: calls that make files in it and give their paths, and what turns a path
//! into the other types that name a file.
//!
//! The calls are methods of a class that only the search has, as the intrinsics of a compiler are functions that no library has:
//! the emitted test contains what they do. So to the search, to the text of tests and to their verifier they are calls like others.
//! Nothing here touches a file.

use evoke_classfile::{ClassFile, ClassName};
use evoke_runtime::{Member, SEARCH_CLASSES, members::test_folder};

use super::builder::Builder;
use super::callable::Callable;
use crate::generics::Bindings;
use crate::{TypeId, TypeTable};

pub(super) const PATH: &str = "java/nio/file/Path";
pub(super) const FILE: &str = "java/io/File";
const URI: &str = "java/net/URI";
const URL: &str = "java/net/URL";

/// By class, how it names the file that another class names: owner and method.
const CONVERSIONS: [(&str, &str, &str); 4] =
    [(FILE, PATH, "toFile"), (URI, PATH, "toUri"), (URI, FILE, "toURI"), (URL, URI, "toURL")];

/// Constructors and methods of the JDK that take the name of a file as a string: owner, name, and how the descriptor begins.
const TAKE_NAMES: [(&str, &str, &str); 14] = [
    (FILE, "<init>", "(Ljava/lang/String;"),
    ("java/io/FileInputStream", "<init>", "(Ljava/lang/String;"),
    ("java/io/FileOutputStream", "<init>", "(Ljava/lang/String;"),
    ("java/io/FileReader", "<init>", "(Ljava/lang/String;"),
    ("java/io/FileWriter", "<init>", "(Ljava/lang/String;"),
    ("java/io/PrintStream", "<init>", "(Ljava/lang/String;"),
    ("java/io/PrintWriter", "<init>", "(Ljava/lang/String;"),
    ("java/io/RandomAccessFile", "<init>", "(Ljava/lang/String;"),
    ("java/util/Formatter", "<init>", "(Ljava/lang/String;"),
    ("java/util/zip/ZipFile", "<init>", "(Ljava/lang/String;"),
    ("java/util/jar/JarFile", "<init>", "(Ljava/lang/String;"),
    (PATH, "of", "(Ljava/lang/String;"),
    ("java/nio/file/Paths", "get", "(Ljava/lang/String;"),
    ("java/nio/file/FileSystem", "getPath", "(Ljava/lang/String;"),
];

/// What a call on the test's folder does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderCall {
    /// Gives the folder.
    Path,
    /// Gives the path of a name in it, whether there is such a file or not.
    Resolve,
    /// Writes a file with a text.
    TextFile,
    /// Writes a file with bytes.
    BinaryFile,
    /// Makes a folder in it.
    MakeFolder,
    /// Makes a folder in it and writes a file there.
    FolderWithFile,
}

impl FolderCall {
    const METHODS: [(Self, Member); 6] = [
        (Self::Path, test_folder::PATH),
        (Self::Resolve, test_folder::RESOLVE),
        (Self::TextFile, test_folder::TEXT_FILE),
        (Self::BinaryFile, test_folder::BINARY_FILE),
        (Self::MakeFolder, test_folder::MAKE_FOLDER),
        (Self::FolderWithFile, test_folder::FOLDER_WITH_FILE),
    ];

    /// How many of the first parameters are names of files, which have to be string literals.
    pub fn n_names(self) -> usize {
        match self {
            Self::Path => 0,
            Self::Resolve | Self::TextFile | Self::BinaryFile | Self::MakeFolder => 1,
            Self::FolderWithFile => 2,
        }
    }
}

impl Callable {
    /// What it does with the test's folder; `None` if it is no call on that.
    pub fn folder_call(&self) -> Option<FolderCall> {
        if self.owner.as_str() != test_folder::CLASS {
            return None;
        }
        FolderCall::METHODS.iter().find(|(_, method)| method.name == self.name).map(|(call, _)| *call)
    }

    /// Whether it gives the file that its receiver names, as an object of another class.
    pub fn names_the_same_file(&self) -> bool {
        let is_it =
            |(_, owner, name): &(&str, &str, &str)| self.owner.as_str() == *owner && self.name == *name;
        self.parameters.is_empty() && CONVERSIONS.iter().any(is_it)
    }
}

impl Builder<'_> {
    /// Offers files of the test's folder where the type names a file.
    pub(super) fn generate_by_test_folder(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        if name.as_str() == PATH {
            for callable in self.runtime_calls(test_folder::CLASS, &FolderCall::METHODS.map(|(_, it)| it)) {
                self.offer_generator(ty, callable, depth);
            }
        }
        for (_, owner, method) in CONVERSIONS.iter().filter(|(given, ..)| *given == name.as_str()) {
            if let Some(callable) = self.conversion(owner, method) {
                self.offer_generator(ty, callable, depth);
            }
        }
    }

    /// Offers paths as strings if the code takes strings for paths.
    pub(super) fn generate_names_of_files(&mut self, files: &[impl AsRef<ClassFile>]) {
        if files.iter().any(|class| takes_names_of_files(class.as_ref()))
            && let Some(callable) = self.conversion(PATH, "toString")
        {
            let id = self.add(callable, 1);
            self.add_generator(id, TypeTable::STRING);
        }
    }

    /// These static methods of a class that only the search has.
    pub(super) fn runtime_calls(&mut self, owner: &str, wanted: &[Member]) -> Vec<Callable> {
        let bytes = SEARCH_CLASSES.iter().find(|class| class.name == owner);
        let class = bytes.and_then(|class| ClassFile::parse(class.bytes).ok());
        let mut callables = Vec::new();
        for wanted in wanted {
            let Some(class) = &class else { break };
            let method = class.methods.iter().find(|method| {
                method.name == wanted.name && method.descriptor.to_string() == wanted.descriptor
            });
            callables.extend(
                method.and_then(|method| self.members().method(class, method, None, &Bindings::new())),
            );
        }
        callables
    }

    /// The method without parameters of a class of the JDK, on a receiver of that class.
    fn conversion(&mut self, owner: &str, name: &str) -> Option<Callable> {
        let class = self.library.get(&owner.into())?;
        let method = class
            .methods
            .iter()
            .find(|method| method.name == name && method.descriptor.parameters.is_empty())?;
        let receiver = self.canonical_type(&class);
        let callable = self.members().method(&class, method, Some(receiver), &Bindings::new())?;
        // Nothing but the value it gives comes of it.
        Some(Callable { is_pure: true, ..callable })
    }
}

fn takes_names_of_files(class: &ClassFile) -> bool {
    class.constant_pool.members().any(|member| {
        TAKE_NAMES.iter().any(|(owner, name, descriptor)| {
            member.owner == *owner && member.name == *name && member.descriptor.starts_with(descriptor)
        })
    })
}
