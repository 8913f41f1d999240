//! Which subclasses of a type a test tries first: the JDK classes everybody knows, which only JDK types have, then
//! those near the class under test.

use evoke_classfile::{ClassName, Origin, access};

use crate::{ClassHierarchy, ClassLibrary};

/// Classes that programmers reach for, in order of preference within a type.
const PREFERRED: [&str; 30] = [
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedList",
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/LinkedHashSet",
    "java/util/ArrayDeque",
    "java/util/PriorityQueue",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/Properties",
    "java/util/EnumMap",
    "java/util/GregorianCalendar",
    "java/util/SimpleTimeZone",
    "java/util/Random",
    "java/math/BigInteger",
    "java/math/BigDecimal",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
    "java/io/PrintWriter",
    "java/text/SimpleDateFormat",
    "java/text/DecimalFormat",
    "java/lang/RuntimeException",
    "java/lang/Thread",
];

/// Whether it is a class that programmers reach for.
pub(super) fn is_preferred(class: &ClassName) -> bool {
    PREFERRED.contains(&class.as_str())
}

/// What lies on the class path of tests for their own sake: tests of code that knows nothing of it should do without.
const TEST_LIBRARIES: [&str; 10] = [
    "org/junit/",
    "junit/",
    "org/opentest4j/",
    "org/apiguardian/",
    "org/hamcrest/",
    "org/assertj/",
    "org/testng/",
    "org/mockito/",
    "org/objenesis/",
    "net/bytebuddy/",
];

fn is_of_test_library(name: &str) -> bool {
    TEST_LIBRARIES.iter().any(|library| name.starts_with(library))
}

/// Concrete, accessible subtypes in order of preference, at most `limit`; those of test libraries only where the type or the package is of one.
pub(super) fn preferred_subtypes(
    library: &ClassLibrary<'_>,
    hierarchy: &ClassHierarchy,
    ty: &ClassName,
    package: &str,
    limit: usize,
) -> Vec<ClassName> {
    let knows_test_libraries = is_of_test_library(ty.as_str()) || is_of_test_library(&format!("{package}/"));
    let mut ranked: Vec<(u32, usize, ClassName)> = hierarchy
        .subtypes(ty)
        .into_iter()
        .filter(|name| name != ty && (knows_test_libraries || !is_of_test_library(name.as_str())))
        .filter(|name| {
            hierarchy
                .access_flags(name)
                .is_some_and(|flags| flags & (access::ABSTRACT | access::SYNTHETIC) == 0)
        })
        .map(|name| (rank(hierarchy, &name, package), name.as_str().len(), name))
        .collect();
    ranked.sort();
    ranked
        .into_iter()
        .map(|(_, _, name)| name)
        .filter(|name| library.is_accessible(name, package))
        .take(limit)
        .collect()
}

fn rank(hierarchy: &ClassHierarchy, name: &ClassName, package: &str) -> u32 {
    if let Some(position) = PREFERRED.iter().position(|preferred| *preferred == name.as_str()) {
        return position as u32;
    }
    match hierarchy.origin(name) {
        Some(Origin::Entry(_)) if name.package() == package => 100,
        Some(Origin::Entry(0)) => 150,
        Some(Origin::Entry(_)) => 300,
        _ if name.package() == "java/lang" || name.package() == "java/util" => 200,
        _ => 250,
    }
}
