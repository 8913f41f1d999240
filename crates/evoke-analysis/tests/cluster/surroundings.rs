//! What of its surroundings a test can set, give and see: files, properties, streams, sockets, random numbers.

use evoke_analysis::{Callable, FileQuestion, Setting, TypeTable};

use crate::fixture::{FIXTURE, Fixture};

#[test]
fn nothing_that_writes_files_is_called() {
    let cluster = &FIXTURE.cluster;
    let stream = FIXTURE.type_named("java.io.PrintStream");
    let shown = FIXTURE.show_all(cluster.generators(stream));
    assert!(shown.iter().any(|giver| giver.starts_with("<init>(java.io.OutputStream")), "{shown:?}");
    assert!(
        shown.iter().all(|giver| !giver.contains("(java.lang.String") && !giver.contains("(java.io.File")),
        "{shown:?}"
    );
    let of_files = FIXTURE.show_all(cluster.modifiers(FIXTURE.type_named("java.io.File")));
    assert!(of_files.iter().all(|call| !call.contains("delete") && !call.contains("mkdir")), "{of_files:?}");
}

#[test]
fn file_can_be_one_of_the_folder_of_the_test() {
    let fixture = &*FIXTURE;
    let generators = |name: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(name)));
    let (files, paths) = (generators("java.io.File"), generators("java.nio.file.Path"));
    assert!(files.contains(&"java.nio.file.Path toFile(): java.io.File".to_owned()), "{files:#?}");
    for expected in ["path()", "textFile(java.lang.String, java.lang.String)", "makeFolder(java.lang.String)"]
    {
        let expected = format!("{expected}: java.nio.file.Path");
        assert!(paths.contains(&expected), "{expected} is not in {paths:#?}");
    }
    let calls = fixture.cluster.callables.iter().filter_map(Callable::folder_call);
    assert_eq!(calls.count(), 6);
    let strings = fixture.cluster.generators(TypeTable::STRING);
    assert!(strings.is_empty(), "the class takes no string for the name of a file");
}

#[test]
fn files_are_asked_what_became_of_them() {
    let cluster = &FIXTURE.cluster;
    for (name, class) in [("java.nio.file.Path", "Path"), ("java.io.File", "File")] {
        let inspectors = cluster.inspectors(FIXTURE.type_named(name)).iter();
        let asked: Vec<(FileQuestion, String)> = inspectors
            .filter_map(|id| {
                Some((cluster.callable(*id).file_question()?, FIXTURE.show_all(&[*id]).remove(0)))
            })
            .collect();
        let package = name.trim_end_matches(class);
        let expected = [
            (FileQuestion::ReadString, format!("readString({package}{class}): java.lang.String")),
            (FileQuestion::List, format!("list({package}{class}): java.lang.String[]")),
            (FileQuestion::Exists, format!("exists({package}{class}): boolean")),
        ];
        assert_eq!(asked, expected);
    }
    let generated = cluster.generators(TypeTable::STRING).iter();
    assert!(generated.into_iter().all(|id| cluster.callable(*id).file_question().is_none()));
}

#[test]
fn what_the_class_reads_of_the_process_can_be_set() {
    let settings = &FIXTURE.cluster.settings;
    let set: Vec<Setting> = settings.setters.iter().map(|(setting, _)| *setting).collect();
    assert_eq!(set, [Setting::Property, Setting::Locale]);
    assert_eq!(settings.property_names, ["shop.home".encode_utf16().collect::<Vec<u16>>()]);
    let shown = FIXTURE.show_all(&settings.setters.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    let expected = [
        "setProperty(java.lang.String, java.lang.String): java.lang.String",
        "setDefault(java.util.Locale): void",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn thread_can_be_interrupted_where_the_class_asks_or_catches_that() {
    let set = |body: &str| {
        let source =
            format!("package shop; class Waiter {{ boolean serve() throws Exception {{ {body} }} }}");
        let settings = Fixture::of("shop/Waiter", &source, "shop").cluster.settings;
        assert_eq!(settings.current_thread.is_some(), !settings.setters.is_empty());
        settings.setters.iter().map(|(setting, _)| *setting).collect::<Vec<_>>()
    };
    assert_eq!(set("return Thread.interrupted();"), [Setting::Interrupt]);
    assert_eq!(set("return Thread.currentThread().isInterrupted();"), [Setting::Interrupt]);
    assert_eq!(
        set("try { Thread.sleep(1); return true; } catch (InterruptedException e) { return false; }"),
        [Setting::Interrupt]
    );
    assert_eq!(set("Thread.sleep(1); return true;"), []);
}

#[test]
fn socket_is_one_that_the_test_implements() {
    let fixture = &*FIXTURE;
    for (class, method) in
        [("java.net.Socket", "getInputStream"), ("javax.net.SocketFactory", "createSocket")]
    {
        let ty = fixture.type_named(class);
        assert_eq!(fixture.show_all(fixture.cluster.generators(ty)), Vec::<String>::new());
        let stubs = fixture.cluster.stubs_of(ty);
        assert_eq!(stubs.len(), 1);
        let stub = fixture.cluster.stub(stubs[0]);
        assert!(stub.parameters.is_empty());
        assert!(stub.decided_methods().any(|it| it.name == method && it.parameters.is_empty()), "{stub:#?}");
    }
}

#[test]
fn standard_input_is_no_stream_of_a_test() {
    let fixture = &*FIXTURE;
    let streams = fixture.cluster.generators(fixture.type_named("java.io.InputStream"));
    assert!(!streams.is_empty());
    assert!(streams.iter().all(|id| fixture.cluster.callable(*id).name != "in"));
}

#[test]
fn random_numbers_have_a_seed() {
    let source = "package shop; public class Draw {
        static int draw(java.util.Random random) { return random.nextInt(); }
        static boolean isOurs(java.util.UUID id) { return id.version() == 4; }
    }";
    let fixture = Fixture::of("shop/Draw", source, "shop");
    let givers = |of: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(of)));
    assert_eq!(givers("java.util.Random"), ["<init>(long): java.util.Random"]);
    let ids = givers("java.util.UUID");
    assert!(ids.iter().any(|giver| giver.starts_with("<init>(long, long)")), "{ids:?}");
    assert!(ids.iter().all(|giver| !giver.starts_with("randomUUID")), "{ids:?}");
}

#[test]
fn dates_and_settings_are_none_that_differ_by_the_day_or_the_machine() {
    let source = "package shop; class Due {
        Due(java.time.LocalDate day, java.time.Clock clock, java.util.Date since, java.util.Calendar until) {}
        Due(java.time.ZoneId zone, java.util.Locale language, java.nio.charset.Charset charset) {}
    }";
    let fixture = Fixture::of("shop/Due", source, "shop");
    let givers = |of: &str| fixture.show_all(fixture.cluster.generators(fixture.type_named(of)));
    for (class, is_there, is_left_out) in [
        ("java.time.LocalDate", "of(int, int, int)", "now("),
        ("java.time.Clock", "fixed(", "system"),
        ("java.util.Date", "<init>(long)", "<init>()"),
        ("java.util.Calendar", "<init>(int, int, int)", "getInstance("),
        ("java.time.ZoneId", "of(java.lang.String)", "systemDefault("),
        ("java.util.Locale", "ENGLISH", "getDefault("),
        ("java.nio.charset.Charset", "UTF_8", "defaultCharset("),
        ("java.nio.charset.Charset", "ISO_8859_1", "forName("),
    ] {
        let shown = givers(class);
        assert!(shown.iter().any(|giver| giver.starts_with(is_there)), "{shown:?}");
        assert!(shown.iter().all(|giver| !giver.starts_with(is_left_out)), "{shown:?}");
    }
}

#[test]
fn watchers_of_folders_are_not_made() {
    let source = "package shop; class Watch { Watch(java.nio.file.WatchService service) {} }";
    let fixture = Fixture::of("shop/Watch", source, "shop");
    let services = fixture.type_named("java.nio.file.WatchService");
    assert!(fixture.cluster.generators(services).is_empty(), "each holds a descriptor that is scarce");
    assert_eq!(fixture.cluster.stubs_of(services).len(), 1);
}

#[test]
fn nothing_asks_for_the_name_of_the_machine() {
    let fixture = Fixture::of(
        "shop/Client",
        "package shop; class Client { Client(java.net.InetAddress host) {} }",
        "shop",
    );
    let shown = fixture.show_all(fixture.cluster.generators(fixture.type_named("java.net.InetAddress")));
    assert!(shown.iter().any(|giver| giver.starts_with("getLoopbackAddress")), "{shown:?}");
    assert!(shown.iter().all(|giver| !giver.starts_with("getLocalHost")), "{shown:?}");
}

#[test]
fn what_is_printed_is_caught_on_the_streams_that_are_printed_on() {
    let printing = |body: &str| {
        let source = format!("package shop; class Printer {{ static void print(String text) {{ {body} }} }}");
        let cluster = Fixture::of("shop/Printer", &source, "shop").cluster;
        let calls = cluster.settings.print_calls.clone();
        let setters = calls.iter().flat_map(|calls| &calls.setters);
        setters.map(|(setting, id)| (*setting, cluster.callable(*id).name.clone())).collect::<Vec<_>>()
    };
    assert_eq!(printing("System.out.println(text);"), [(Setting::StandardOutput, "setOut".to_owned())]);
    assert_eq!(printing("System.err.println(text);"), [(Setting::StandardError, "setErr".to_owned())]);
    assert_eq!(printing("text.length();"), []);
}

#[test]
fn printing_leaves_the_search_no_stream_to_set() {
    let source = "package shop; class Printer { static void print() { System.out.println(); } }";
    let cluster = Fixture::of("shop/Printer", source, "shop").cluster;
    assert_eq!(cluster.settings.setters, []);
    let calls = cluster.settings.print_calls.as_ref().expect("calls that catch what is printed");
    let (_, setter) = calls.setters[0];
    assert_eq!(cluster.settings.set_by(setter), Some(Setting::StandardOutput));
    let buffer = cluster.callable(calls.new_buffer).return_type;
    assert!(cluster.generators(buffer).is_empty());
    assert!(cluster.inspectors(buffer).iter().any(|id| cluster.callable(*id).name == "toString"));
}

#[test]
fn what_is_written_is_collected_where_something_is_taken_to_write_to() {
    let source = "package shop; import java.io.*;
class Report { void print(PrintWriter to) {} void save(OutputStream to) {} void fill(StringBuilder to) {} }";
    let fixture = Fixture::of("shop/Report", source, "shop");
    let shown: Vec<(String, String, Option<String>)> = fixture
        .cluster
        .collectors
        .iter()
        .map(|it| {
            let wanted = fixture.cluster.types.display(it.wanted).to_string();
            (wanted, fixture.show(it.new_buffer), it.new_writer.map(|id| fixture.show(id)))
        })
        .collect();
    let own = |text: &str| text.to_owned();
    assert_eq!(
        shown,
        [
            (own("java.io.OutputStream"), own("<init>(): java.io.ByteArrayOutputStream"), None),
            (
                own("java.io.PrintWriter"),
                own("<init>(): java.io.StringWriter"),
                Some(own("<init>(java.io.Writer): java.io.PrintWriter"))
            ),
        ]
    );
}
