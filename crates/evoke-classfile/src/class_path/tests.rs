//! Facts about look-ups in hand-made folders and jars and in the JDKs of the machine.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;

fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().unwrap()
}

fn jdk() -> Jdk {
    jdks().remove(0)
}

fn class(internal: &str) -> ClassName {
    ClassName::new(internal)
}

/// Writes a jar whose members hold the given text; members of odd position are stored, the others deflated.
fn write_jar(path: &Path, members: &[(&str, &str)]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (position, (name, content)) in members.iter().enumerate() {
        let method = if position % 2 == 1 { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// A folder with files of the given paths and text.
fn write_folder(root: &Path, files: &[(&str, &str)]) {
    for (path, content) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

fn text(class_path: &ClassPath, internal: &str) -> Option<String> {
    class_path.find(&class(internal)).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
}

fn open(entries: &[PathBuf]) -> ClassPath {
    ClassPath::open(entries, &jdk()).unwrap()
}

#[test]
fn class_is_taken_from_the_first_entry_that_has_it() {
    let temp = TempDir::new().unwrap();
    let (folder, jar) = (temp.path().join("classes"), temp.path().join("a.jar"));
    write_folder(&folder, &[("p/A.class", "folder A"), ("p/q/B.class", "folder B")]);
    write_jar(&jar, &[("p/A.class", "jar A"), ("p/C.class", "jar C"), ("p/notes.txt", "")]);

    let folder_first = open(&[folder.clone(), jar.clone()]);
    assert_eq!(text(&folder_first, "p/A").as_deref(), Some("folder A"));
    assert_eq!(text(&folder_first, "p/C").as_deref(), Some("jar C"));
    assert_eq!(text(&folder_first, "p/D"), None);
    assert_eq!(folder_first.origin(&class("p/A")), Some(Origin::Entry(0)));
    assert_eq!(folder_first.origin(&class("p/C")), Some(Origin::Entry(1)));
    assert_eq!(folder_first.class_names(), [class("p/A"), class("p/C"), class("p/q/B")]);

    let jar_first = open(&[jar, folder]);
    assert_eq!(text(&jar_first, "p/A").as_deref(), Some("jar A"));
}

#[test]
fn info_files_are_not_classes() {
    let temp = TempDir::new().unwrap();
    write_folder(temp.path(), &[("module-info.class", ""), ("p/package-info.class", ""), ("A.class", "")]);
    assert_eq!(open(&[temp.path().to_path_buf()]).class_names(), [class("A")]);
}

#[test]
fn pattern_stands_for_the_jars_of_a_folder_by_name() {
    let temp = TempDir::new().unwrap();
    write_jar(&temp.path().join("b.jar"), &[("A.class", "from b")]);
    write_jar(&temp.path().join("a.jar"), &[("A.class", "from a")]);
    write_folder(temp.path(), &[("readme.txt", ""), ("sub/B.class", "")]);

    let class_path = open(&[temp.path().join("*")]);
    assert_eq!(class_path.entries(), [temp.path().join("a.jar"), temp.path().join("b.jar")]);
    assert_eq!(text(&class_path, "A").as_deref(), Some("from a"));
    assert_eq!(class_path.find(&class("B")).unwrap(), None);
}

#[test]
fn multi_release_jar_shows_the_newest_version_the_jdk_may_see() {
    let temp = TempDir::new().unwrap();
    let members = [
        ("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\nName: p/\r\n"),
        ("META-INF/versions/9/p/A.class", "A for 9"),
        ("p/A.class", "A"),
        ("META-INF/versions/16/p/A.class", "A for 16"),
        ("META-INF/versions/99/p/A.class", "A for 99"),
        ("META-INF/versions/11/p/Extra.class", "extra for 11"),
    ];
    let jar = temp.path().join("a.jar");
    write_jar(&jar, &members);
    let (jdk, entries) = (jdk(), [jar]);
    let with_release = |feature| ClassPath::open(&entries, &Jdk { feature, ..jdk.clone() }).unwrap();

    assert_eq!(text(&with_release(8), "p/A").as_deref(), Some("A"));
    assert_eq!(text(&with_release(8), "p/Extra"), None);
    assert_eq!(text(&with_release(11), "p/A").as_deref(), Some("A for 9"));
    assert_eq!(text(&with_release(25), "p/A").as_deref(), Some("A for 16"));
    assert_eq!(with_release(25).class_names(), [class("p/A"), class("p/Extra")]);
}

#[test]
fn versions_do_not_count_without_the_manifest_saying_so() {
    let temp = TempDir::new().unwrap();
    let jar = temp.path().join("a.jar");
    let other_section = "Manifest-Version: 1.0\n\nName: p/\nMulti-Release: true\n";
    write_jar(
        &jar,
        &[
            ("META-INF/MANIFEST.MF", other_section),
            ("p/A.class", "A"),
            ("META-INF/versions/9/p/A.class", "A for 9"),
        ],
    );
    let class_path = open(&[jar]);
    assert_eq!(text(&class_path, "p/A").as_deref(), Some("A"));
    assert_eq!(class_path.class_names(), [class("p/A")]);
}

#[test]
fn each_kind_of_unusable_entry_has_its_own_error() {
    let temp = TempDir::new().unwrap();
    let open = |entry: PathBuf| ClassPath::open(&[entry], &jdk()).unwrap_err();

    let missing = temp.path().join("missing.jar");
    assert!(matches!(open(missing.clone()), ClassPathError::Missing(path) if path == missing));
    assert!(matches!(open(temp.path().join("missing/*")), ClassPathError::Missing(_)));

    let notes = temp.path().join("notes.txt");
    fs::write(&notes, "no jar").unwrap();
    assert!(matches!(open(notes.clone()), ClassPathError::NotAJarOrFolder(path) if path == notes));

    let truncated = temp.path().join("truncated.jar");
    write_jar(&truncated, &[("A.class", "some bytes"), ("B.class", "more bytes")]);
    let whole = fs::read(&truncated).unwrap();
    fs::write(&truncated, &whole[..whole.len() - 30]).unwrap();
    assert!(matches!(open(truncated.clone()), ClassPathError::CorruptJar { jar, .. } if jar == truncated));
}

#[test]
fn damaged_class_of_a_jar_is_an_error_and_leaves_the_others_readable() {
    let temp = TempDir::new().unwrap();
    let jar = temp.path().join("a.jar");
    write_jar(&jar, &[("A.class", &"abc".repeat(100)), ("B.class", "B")]);
    let mut bytes = fs::read(&jar).unwrap();
    let data = 30 + "A.class".len();
    bytes[data..data + 4].fill(0xFF);
    fs::write(&jar, bytes).unwrap();

    let class_path = open(&[jar]);
    let error = class_path.find(&class("A")).unwrap_err();
    assert!(matches!(error, ClassPathError::CorruptClass { class, .. } if class == "A"));
    assert_eq!(text(&class_path, "B").as_deref(), Some("B"));

    let mut visited = Vec::new();
    let unreadable = class_path
        .for_each_class(&mut |name, origin, _| {
            if *origin == Origin::Entry(0) {
                visited.push(name.clone());
            }
        })
        .unwrap();
    assert_eq!(visited, [class("B")]);
    assert_eq!(unreadable.len(), 1);
}

#[test]
fn no_single_changed_byte_of_a_jar_makes_reading_it_panic() {
    let temp = TempDir::new().unwrap();
    let jar = temp.path().join("a.jar");
    write_jar(
        &jar,
        &[("META-INF/MANIFEST.MF", "Multi-Release: true\n"), ("p/A.class", "A"), ("B.class", "B")],
    );
    let whole = fs::read(&jar).unwrap();
    let mut n_unchanged_reads = 0;
    for position in 0..whole.len() {
        for value in [0, 0x7F, 0xFF] {
            let mut bytes = whole.clone();
            bytes[position] = value;
            fs::write(&jar, bytes).unwrap();
            let Ok(index) = EntryIndex::open(std::slice::from_ref(&jar), 17) else { continue };
            index.for_each(&mut |_, _, loaded| {
                n_unchanged_reads += usize::from(matches!(loaded, Loaded::Bytes(b"A" | b"B")));
            });
        }
    }
    assert!(n_unchanged_reads > 0);
}

#[test]
fn sizes_that_a_jar_only_claims_are_refused() {
    let temp = TempDir::new().unwrap();
    let jar = temp.path().join("a.jar");
    write_jar(&jar, &[("A.class", "short")]);
    let mut bytes = fs::read(&jar).unwrap();
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[directory + 24..directory + 28].copy_from_slice(&0x0300_0000_u32.to_le_bytes());
    fs::write(&jar, bytes).unwrap();
    let error = open(&[jar]).find(&class("A")).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "class `A` in jar `{}` is corrupt: its sizes contradict each other",
            temp.path().join("a.jar").display()
        )
    );
}

#[test]
fn jdk_classes_are_found_in_their_modules() {
    for jdk in jdks() {
        let class_path = ClassPath::open(&[], &jdk).unwrap();
        let string = class_path.find(&class("java/lang/String")).unwrap().unwrap();
        assert!(string.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]));
        assert_eq!(class_path.find(&class("java/lang/Strin")).unwrap(), None);
        assert_eq!(class_path.find(&class("")).unwrap(), None);
        let (base, sql) = if jdk.feature == 8 { ("", "") } else { ("java.base", "java.sql") };
        assert_eq!(class_path.origin(&class("java/util/Map$Entry")), Some(Origin::Jdk(base.to_owned())));
        assert_eq!(class_path.origin(&class("java/sql/Connection")), Some(Origin::Jdk(sql.to_owned())));
        assert_eq!(class_path.class_names(), []);
    }
}

#[test]
fn every_class_of_java_base_is_visited_once_with_the_bytes_that_find_gives() {
    for jdk in jdks() {
        let class_path = ClassPath::open(&[], &jdk).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        let mut n_compared = 0;
        class_path
            .for_each_class(&mut |name, _, bytes| {
                assert!(seen.insert(name.clone()), "{name} twice");
                assert!(bytes.starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]), "{name}");
                if seen.len() % 100 == 0 {
                    assert_eq!(class_path.find(name).unwrap().as_deref(), Some(bytes));
                    n_compared += 1;
                }
            })
            .unwrap();
        assert!(n_compared > 30);
        assert!(seen.contains(&class("java/lang/Object")) && seen.contains(&class("java/util/Map$Entry")));
    }
}

#[test]
fn class_of_an_entry_hides_the_one_of_the_jdk() {
    let temp = TempDir::new().unwrap();
    write_folder(temp.path(), &[("java/util/List.class", "mine")]);
    let class_path = open(&[temp.path().to_path_buf()]);
    let mut origins = Vec::new();
    class_path
        .for_each_class(&mut |name, origin, _| {
            if name.as_str() == "java/util/List" {
                origins.push(origin.clone());
            }
        })
        .unwrap();
    assert_eq!(origins, [Origin::Entry(0)]);
}

#[test]
fn nearest_names_come_from_the_jdk_where_no_entry_has_any() {
    let temp = TempDir::new().unwrap();
    write_jar(&temp.path().join("a.jar"), &[("org/math/Fraction.class", ""), ("org/Other.class", "")]);
    let class_path = open(&[temp.path().join("a.jar")]);
    assert_eq!(class_path.nearest(&class("org/Fraction"), 3), [class("org/math/Fraction")]);
    assert_eq!(class_path.nearest(&class("java/util/ArayList"), 1), [class("java/util/ArrayList")]);
    assert_eq!(class_path.nearest(&class("ArayList"), 1), [class("java/util/ArrayList")]);
    assert_eq!(class_path.nearest(&class("org/ArayList"), 1), [], "nobody means another's package");
}

#[test]
fn damaged_image_is_an_error() {
    let temp = TempDir::new().unwrap();
    let path = temp.path().join("modules");
    for content in [&b""[..], b"\xDA\xDA\xFE\xCA", b"no image at all, but long enough for a header"] {
        fs::write(&path, content).unwrap();
        assert!(matches!(ModuleImage::open(&path), Err(ClassPathError::CorruptImage { .. })));
    }
    let mut header = Vec::new();
    for word in [0xCAFE_DADA_u32, 1 << 16, 0, 9, 9, 900_000, 900_000] {
        header.extend(word.to_le_bytes());
    }
    fs::write(&path, &header).unwrap();
    assert!(matches!(ModuleImage::open(&path), Err(ClassPathError::CorruptImage { .. })));
    header.resize(2_000_000, 0xFF);
    fs::write(&path, &header).unwrap();
    assert_eq!(ModuleImage::open(&path).unwrap().read_class(&class("java/lang/Object")).unwrap(), None);
}

mod locating {
    use std::ffi::OsStr;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    /// A folder laid out like a Java 8 JDK with a JRE inside.
    fn java_8_layout(home: &Path) {
        write_folder(
            home,
            &[
                ("jre/lib/amd64/server/libjvm.so", ""),
                ("jre/bin/java", ""),
                ("bin/javac", ""),
                ("bin/java", ""),
            ],
        );
        write_jar(&home.join("jre/lib/rt.jar"), &[("java/lang/Object.class", "object"), ("sun/A.class", "")]);
        fs::write(home.join("release"), "JAVA_VERSION=\"1.8.0_402\"\nOS_ARCH=\"amd64\"\n").unwrap();
    }

    #[test]
    fn java_8_has_its_classes_in_rt_jar() {
        let temp = TempDir::new().unwrap();
        java_8_layout(temp.path());
        let jdk = Jdk::at(temp.path()).unwrap();
        assert_eq!(jdk.feature, 8);
        assert_eq!(jdk.libjvm(), temp.path().join("jre/lib/amd64/server/libjvm.so"));
        let class_path = ClassPath::open(&[], &jdk).unwrap();
        assert_eq!(text(&class_path, "java/lang/Object").as_deref(), Some("object"));
        assert_eq!(class_path.origin(&class("java/lang/Object")), Some(Origin::Jdk(String::new())));
        let mut visited = Vec::new();
        class_path.for_each_class(&mut |name, _, _| visited.push(name.clone())).unwrap();
        assert_eq!(visited, [class("java/lang/Object")]);
    }

    #[test]
    fn jre_inside_a_jdk_stands_for_the_jdk() {
        let temp = TempDir::new().unwrap();
        java_8_layout(temp.path());
        assert_eq!(Jdk::at(&temp.path().join("jre")).unwrap().home, temp.path());
    }

    #[test]
    fn launcher_on_the_path_leads_through_links_to_its_jdk() {
        let temp = TempDir::new().unwrap();
        let home = fs::canonicalize(temp.path()).unwrap().join("jdk8");
        java_8_layout(&home);
        let bin = temp.path().join("usr-bin");
        fs::create_dir(&bin).unwrap();
        symlink(home.join("jre/bin/java"), temp.path().join("alternative")).unwrap();
        symlink(temp.path().join("alternative"), bin.join("java")).unwrap();
        let path = std::env::join_paths([temp.path().join("nothing-here"), bin]).unwrap();
        assert_eq!(Jdk::locate_with(None, None, Some(&path)).unwrap().home, home);
    }

    #[test]
    fn explicit_home_beats_java_home_and_java_home_beats_the_path() {
        let temp = TempDir::new().unwrap();
        let (first, second) = (temp.path().join("first"), temp.path().join("second"));
        java_8_layout(&first);
        java_8_layout(&second);
        let path = first.join("bin").into_os_string();
        let located = Jdk::locate_with(Some(&first), Some(second.as_os_str()), None).unwrap();
        assert_eq!(located.home, first);
        let located = Jdk::locate_with(None, Some(second.as_os_str()), Some(&path)).unwrap();
        assert_eq!(located.home, second);
    }

    /// What `scripts/find-jdks` prints.
    fn found_by_script(variables: &[(&str, &OsStr)]) -> Vec<PathBuf> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/find-jdks");
        let mut command = Command::new(script);
        command.env_remove("EVOKE_TEST_JDKS").env_remove("JAVA_HOME").envs(variables.iter().copied());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::env::split_paths(String::from_utf8(output.stdout).unwrap().trim_end()).collect()
    }

    #[test]
    fn script_finds_the_same_jdks_in_the_same_order() {
        let path = std::env::var_os("PATH").unwrap();
        let homes = |jdks: Vec<Jdk>| -> Vec<PathBuf> { jdks.into_iter().map(|jdk| jdk.home).collect() };
        assert_eq!(found_by_script(&[]), homes(Jdk::all_with(None, Some(&path))));

        let last = fs::canonicalize(&jdks().pop().unwrap().home).unwrap();
        let temp = TempDir::new().unwrap();
        let link = temp.path().join("linked");
        symlink(&last, &link).unwrap();
        let found = homes(Jdk::all_with(Some(link.as_os_str()), Some(&path)));
        assert_eq!(found.first(), Some(&last), "a link stands for what it leads to");
        assert_eq!(found_by_script(&[("JAVA_HOME", link.as_os_str())]), found);

        let bin = std::env::join_paths([last.join("bin"), "/usr/bin".into(), "/bin".into()]).unwrap();
        let found = homes(Jdk::all_with(None, Some(&bin)));
        assert_eq!(found.first(), Some(&last), "the compiler on the path comes before what is installed");
        assert_eq!(found_by_script(&[("PATH", &bin)]), found);
    }

    #[test]
    fn folder_without_a_compiler_is_left_out() {
        let temp = TempDir::new().unwrap();
        java_8_layout(temp.path());
        let home = fs::canonicalize(temp.path()).unwrap();
        let is_found = || Jdk::all_with(Some(home.as_os_str()), None).iter().any(|jdk| jdk.home == home);
        assert!(is_found());
        fs::remove_file(home.join("bin/javac")).unwrap();
        assert!(!is_found());
    }

    #[test]
    fn unusable_homes_say_what_is_wrong() {
        let temp = TempDir::new().unwrap();
        assert!(matches!(Jdk::at(temp.path()), Err(JdkError::NotAJdk(_))));
        assert!(matches!(Jdk::locate_with(None, None, None), Err(JdkError::NoneFound)));
        let java_home = Jdk::locate_with(None, Some(temp.path().as_os_str()), None);
        assert!(
            matches!(java_home, Err(JdkError::JavaHome(source)) if matches!(*source, JdkError::NotAJdk(_)))
        );
        write_folder(temp.path(), &[("lib/modules", "")]);
        assert!(matches!(Jdk::at(temp.path()), Err(JdkError::NoLibjvm(_))));
        write_folder(temp.path(), &[("lib/server/libjvm.so", "")]);
        assert!(matches!(Jdk::at(temp.path()), Err(JdkError::UnknownRelease(_))));
    }

    #[test]
    fn release_is_read_from_the_classes_where_no_file_tells_it() {
        for jdk in jdks() {
            let temp = TempDir::new().unwrap();
            symlink(jdk.home.join("lib"), temp.path().join("lib")).unwrap();
            assert_eq!(Jdk::at(temp.path()).unwrap().feature, jdk.feature);
        }
    }
}

#[test]
fn packages_of_a_signed_jar_and_those_that_a_jar_seals_are_closed() {
    let temp = TempDir::new().unwrap();
    let (signed, plain) = (temp.path().join("signed.jar"), temp.path().join("plain.jar"));
    write_jar(&signed, &[("META-INF/VENDOR.SF", ""), ("p/Signed.class", "1")]);
    write_jar(&plain, &[("META-INF/notes/a.SF", ""), ("p/Signed.class", "2"), ("p/Plain.class", "3")]);
    let sealing = temp.path().join("sealing.jar");
    let manifest = "Manifest-Version: 1.0\n\nName: q/\nSealed: true\n";
    write_jar(
        &sealing,
        &[("META-INF/MANIFEST.MF", manifest), ("q/Sealed.class", "4"), ("q/r/Open.class", "5")],
    );
    let class_path = open(&[signed, plain, sealing]);
    let is_closed = |name: &str| class_path.is_in_closed_package(&class(name));
    let names = ["p/Signed", "p/Plain", "java/lang/Object", "q/Sealed", "q/r/Open"];
    assert_eq!(names.map(is_closed), [true, false, false, true, false]);
}
