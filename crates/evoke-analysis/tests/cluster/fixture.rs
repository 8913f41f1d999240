//! Compiles a class and builds the test cluster around it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use evoke_analysis::{
    Callable, CallableId, ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Criterion,
    TestCluster, TypeId,
};
use evoke_classfile::{ClassName, ClassPath, Jdk};

const SOURCE: &str = r#"
package shop;

import java.util.*;
import java.util.function.*;

public class Basket<T extends Comparable<T>> {
    public int size;
    private Basket() {}
    public static <E extends Comparable<E>> Basket<E> of(E first) { return new Basket<>(); }
    public void addAll(Collection<? extends T> items) { size += items.size(); }
    public T best(Comparator<? super T> order) { return null; }
    public List<T> items() { return null; }
    public int getSize() { return size; }
    public boolean isBig() { return size > 9; }
    public Rule getRule() { return null; }
    public T getFirst() { return null; }
    public Builder toBuilder() { return new Builder(); }
    protected Kind kind(Kind kind) { return kind; }
    private void hidden() {}
    String label(Map<String, ? super Integer> labels, int[] counts) { return null; }
    enum Kind { SMALL, LARGE { @Override public String toString() { return name(); } } }
    static class Builder {
        Builder with(String name) { return this; }
        Basket<String> build() { return null; }
    }
    int visit(Visitor<? extends T> visitor, Rule rule) { return visitor.visit(null) + rule.limit; }
    interface Visitor<V> { int visit(V item); default int twice(V item) { return 2 * visit(item); } boolean equals(Object other); }
    static abstract class Rule {
        final int limit;
        public final int grade = limit();
        private static int limit() { return 3; }
        Rule() { this(1); }
        protected Rule(int limit) { this.limit = limit; }
        private Rule(String limit) { this(1); }
        abstract boolean allows(Basket<?> basket) throws java.io.IOException;
        protected abstract <X extends Comparable<X>> X pick(List<X> items);
        public String toString() { return name(); }
        abstract String name();
    }
    boolean isText(Object text) { return text instanceof java.io.Reader || text instanceof char[]; }
    Basket<?> cast(Object basket) { return (Basket<?>) basket; }
    void print(java.io.PrintStream out, java.io.File file) {}
    void read(java.io.InputStream input) {}
    void call(java.net.Socket socket, javax.net.SocketFactory sockets) {}
    void await(java.util.concurrent.CompletableFuture<String> task) {}
    static String home() { return System.getProperty("shop.home", "x") + Locale.getDefault(); }
    void seal(Seal seal) {}
    int checksum(byte[] bytes, char[] text, long[] counts, Tag tag) { return 0; }
    <X> X make(Class<X> type) { return null; }
    <N extends Number> List<N> numbers(Class<N> type) { return null; }
    <N> List<List<N>> nested(Class<N> type) { return null; }
    <K extends Enum<K>> K pick(Class<K> type, String name) { return null; }
    void handle(Class<? extends Number> type) {}
    class Slot extends Place { Slot(int index) {} void put(String text) {} void clear(int from) {} }
    void watch(Watcher watcher) {}
    interface Watcher { void seen(Walker walker, String text, List<String> all) throws java.io.IOException; }
    interface Walker extends Iterator<String> {
        void step() throws java.io.FileNotFoundException;
        void fall() throws Exception;
        void stop() throws IllegalStateException;
    }
    private static class Secret {}
    Iterator<T> iterator() { return new Walk(); }
    private class Walk implements Iterator<T> {
        public boolean hasNext() { return size > 0; }
        public T next() { return null; }
        void rewind() {}
    }
    static final Comparator<String> BY_LENGTH = new Comparator<String>() {
        public int compare(String one, String other) { return one.length() - other.length(); }
    };
    static Function<String, Integer> length() { return text -> text.isEmpty() ? 0 : text.length(); }
}
class Place { void put(StringBuilder text) {} private void clear(long from) {} void clear(int from, int to) {} }
final class Seal { private Seal() {} static class Keeper {} }
abstract class Tag { abstract void mark(); }
class Tags { static Tag of(Object any) { return null; } static Tag named(String name) { return null; } Tag next() { return null; } }
class Sealer { Sealer(int strength) {} private Seal make() { return null; } Seal press(String text) { return null; } static Seal melt() { return null; } }
"#;

pub(crate) static FIXTURE: LazyLock<Fixture> = LazyLock::new(Fixture::new);

pub(crate) struct Fixture {
    pub(crate) under_test: ClassUnderTest,
    pub(crate) cluster: TestCluster,
}

impl Fixture {
    fn new() -> Self {
        Self::of("shop/Basket", SOURCE, "shop")
    }

    /// The cluster of a class for tests in a package.
    pub(crate) fn of(class: &str, text: &str, package: &str) -> Self {
        Self::renamed(class, text, package, &[])
    }

    /// The same with names in the class files that are as long as those that stand in the source.
    pub(crate) fn renamed(class: &str, text: &str, package: &str, names: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let jdk = Jdk::for_tests().expect("these tests need a JDK").remove(0);
        compile_text(&jdk, class, text, folder.path());
        rename(&folder.path().join(package), names);
        Self::compiled(class, package, folder.path(), &jdk)
    }

    /// The cluster of the last of these classes, given with their sources, each of which knows those before.
    pub(crate) fn of_last(classes: &[(&str, &str)], package: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let jdk = Jdk::for_tests().expect("these tests need a JDK").remove(0);
        for (class, text) in classes {
            compile_text(&jdk, class, text, folder.path());
        }
        Self::compiled(classes.last().unwrap().0, package, folder.path(), &jdk)
    }

    fn compiled(class: &str, package: &str, folder: &Path, jdk: &Jdk) -> Self {
        let class_path = ClassPath::open(&[folder.to_path_buf()], jdk).unwrap();
        let (hierarchy, _) = ClassHierarchy::build(&class_path).unwrap();
        let library = ClassLibrary::new(&class_path);
        let files = library.with_nested(&ClassName::new(class)).unwrap();
        let under_test = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
        let limits = ClusterLimits::default();
        let cluster =
            TestCluster::build_in_package(package, &library, &hierarchy, &under_test, limits, Vec::new());
        Self { under_test, cluster }
    }

    pub(crate) fn show(&self, id: CallableId) -> String {
        let Callable { receiver, name, parameters, return_type, .. } = self.cluster.callable(id);
        let show = |ty: TypeId| self.cluster.types.display(ty).to_string();
        let receiver = receiver.map_or_else(String::new, |ty| format!("{} ", show(ty)));
        let parameters: Vec<String> = parameters.iter().copied().map(show).collect();
        format!("{receiver}{name}({}): {}", parameters.join(", "), show(*return_type))
    }

    pub(crate) fn show_all(&self, ids: &[CallableId]) -> Vec<String> {
        ids.iter().map(|id| self.show(*id)).collect()
    }

    pub(crate) fn type_named(&self, shown: &str) -> TypeId {
        (0..self.cluster.types.len() as u32)
            .map(TypeId)
            .find(|ty| self.cluster.types.display(*ty).to_string() == shown)
            .unwrap_or_else(|| panic!("no type {shown}"))
    }
}

/// Puts other names of the same length into all class files of a folder.
fn rename(folder: &Path, names: &[(&str, &str)]) {
    if names.is_empty() {
        return;
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        for (old, new) in names {
            assert_eq!(old.len(), new.len());
            for start in 0..bytes.len().saturating_sub(old.len()) {
                if bytes[start..].starts_with(old.as_bytes()) {
                    bytes[start..start + old.len()].copy_from_slice(new.as_bytes());
                }
            }
        }
        fs::write(&path, bytes).unwrap();
    }
}

fn compile_text(jdk: &Jdk, class: &str, text: &str, folder: &Path) {
    let source = folder.join(format!("{}.java", ClassName::new(class).simple_binary()));
    fs::write(&source, text).unwrap();
    compile(jdk, &source, folder);
}

pub(crate) fn compile(jdk: &Jdk, source: &Path, out: &Path) {
    let javac = jdk.home.join("bin/javac");
    let status =
        Command::new(javac).arg("-g").arg("-cp").arg(out).arg("-d").arg(out).arg(source).status().unwrap();
    assert!(status.success());
}
