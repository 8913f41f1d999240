//! Circles in tiny made-up crates.

use super::*;

/// Each circle of the crate `a` as the dependencies in it.
fn found<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let files: Vec<(String, &str)> =
        files.into_iter().map(|(path, text)| (format!("crates/a/src/{path}"), text)).collect();
    let tree = Tree::from_files(files.iter().map(|(path, text)| (path.as_str(), *text)));
    circles(&tree, "a").unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn two_files_that_name_each_other_are_a_circle() {
    let circles = found([
        ("lib.rs", "mod b; mod c;"),
        ("b.rs", "use crate::c::C; pub struct B(C);"),
        ("c.rs", "pub struct C(Box<super::b::B>);"),
    ]);
    assert_eq!(
        circles,
        ["circle of 2 files: b.rs names `crate::c::C` of c.rs; c.rs names `super::b::B` of b.rs"]
    );
}

#[test]
fn one_way_dependencies_are_no_circle() {
    assert_eq!(
        found([
            ("lib.rs", "mod b; mod c; pub fn f() -> b::B { c::c() }"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "use crate::b::B; pub fn c() -> B { B }"),
        ]),
        [""; 0]
    );
}

#[test]
fn longer_circle_is_found_as_one() {
    let circles = found([
        ("lib.rs", "mod b; mod c; mod d;"),
        ("b.rs", "pub fn b() { crate::c::c() }"),
        ("c.rs", "pub fn c() { crate::d::d() }"),
        ("d.rs", "pub fn d() { crate::b::b() }"),
    ]);
    assert_eq!(circles.len(), 1);
    assert!(circles[0].starts_with("circle of 3 files"), "{circles:?}");
}

#[test]
fn two_circles_apart_are_two() {
    let circles = found([
        ("lib.rs", "mod b; mod c; mod d; mod e;"),
        ("b.rs", "use crate::c::*; pub fn b() { c() }"),
        ("c.rs", "pub fn c() { crate::b::b() }"),
        ("d.rs", "pub fn d() { crate::e::e(); crate::b::b() }"),
        ("e.rs", "pub fn e() { crate::d::d() }"),
    ]);
    assert_eq!(circles.len(), 2, "{circles:?}");
}

#[test]
fn re_export_leads_to_the_file_that_defines() {
    // `c` names `b::B` through the root, which itself uses `c`: no circle.
    assert_eq!(
        found([
            ("lib.rs", "mod b; mod c; pub use b::B; pub fn f() { c::c() }"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "use crate::B; pub fn c() { B; }"),
        ]),
        [""; 0]
    );
}

#[test]
fn re_exported_parent_that_also_uses_its_child_is_a_circle_only_if_the_child_names_it() {
    let parent = "mod child; pub use child::Child; pub struct Parent(Child);";
    let lib = ("lib.rs", "mod parent;");
    assert_eq!(found([lib, ("parent.rs", parent), ("parent/child.rs", "pub struct Child;")]), [""; 0]);
    assert_eq!(
        found([lib, ("parent.rs", parent), ("parent/child.rs", "pub struct Child(Box<super::Parent>);")]),
        [
            "circle of 2 files: parent.rs names `Child` of parent/child.rs; parent/child.rs names `super::Parent` of parent.rs"
        ]
    );
}

#[test]
fn renamed_glob_and_chained_re_exports_are_followed() {
    let circles = found([
        ("lib.rs", "mod b; mod c; mod prelude;"),
        ("prelude.rs", "pub use crate::b::B as Renamed; pub use crate::c::*;"),
        ("b.rs", "use crate::prelude::c; pub struct B; impl B { fn f() { c() } }"),
        ("c.rs", "use super::prelude::Renamed; pub fn c() { let _: Renamed; }"),
    ]);
    assert_eq!(
        circles,
        [
            "circle of 2 files: b.rs names `crate::prelude::c` of c.rs; c.rs names `super::prelude::Renamed` of b.rs"
        ]
    );
}

#[test]
fn test_code_does_not_count() {
    assert_eq!(
        found([
            ("lib.rs", "mod b; mod c;"),
            ("b.rs", "use crate::c::C; pub struct B(C); #[cfg(test)] mod tests;"),
            ("b/tests.rs", "use super::*; use crate::c::C;"),
            (
                "c.rs",
                "#[cfg(test)] use crate::b::B; pub struct C; impl C { #[cfg(test)] fn f() -> B { B } }
                 #[cfg(all(test, unix))] mod tests { use crate::b::B; }",
            ),
        ]),
        [""; 0]
    );
}

#[test]
fn impl_blocks_apart_that_call_each_other_are_a_circle() {
    let circles = found([
        ("lib.rs", "mod b;"),
        ("b.rs", "mod c; pub struct B; impl B { pub fn f(&self) { self.g() } }"),
        ("b/c.rs", "use super::B; impl B { pub fn g(&self) {} }"),
    ]);
    assert_eq!(
        circles,
        ["circle of 2 files: b.rs names `self.g()` of b/c.rs; b/c.rs names `super::B` of b.rs"]
    );
}

#[test]
fn impl_block_of_a_child_whose_parent_does_not_call_it_is_no_circle() {
    assert_eq!(
        found([
            ("lib.rs", "mod b; pub fn f(b: &b::B) { b.g() }"),
            ("b.rs", "mod c; pub struct B; impl B { pub fn f(&self) {} }"),
            ("b/c.rs", "use super::B; impl B { pub fn g(&self) { self.f() } }"),
        ]),
        [""; 0]
    );
}

#[test]
fn names_inside_macro_calls_count() {
    let circles = found([
        ("lib.rs", "mod b; mod c;"),
        ("b.rs", "use crate::c::C; pub fn b() { drop(C) }"),
        ("c.rs", "pub struct C; fn f() { println!(\"{}\", crate::b::b()); }"),
    ]);
    assert_eq!(circles.len(), 1);
}

#[test]
fn macros_and_what_they_define_belong_to_files() {
    // The module sees a macro of the file around it; `Made` is defined by a macro call in `c`.
    let circles = found([
        (
            "lib.rs",
            "macro_rules! make { ($name:ident) => { pub struct $name; }; } mod b; mod c; fn f() { b::b() }",
        ),
        ("b.rs", "use crate::c::Made; pub fn b() { let _: Made; }"),
        ("c.rs", "make!(Made); fn g() { crate::b::b() }"),
    ]);
    assert_eq!(
        circles,
        ["circle of 3 files: b.rs names `crate::c::Made` of c.rs; c.rs names `crate::b::b` of b.rs; \
          c.rs names `make!` of lib.rs; lib.rs names `b::b` of b.rs"]
    );
}

#[test]
fn names_of_other_crates_and_fields_do_not_count() {
    assert_eq!(
        found([
            ("lib.rs", "mod b; mod c;"),
            ("b.rs", "use std::fmt; use crate::c::c; pub fn fmt() { c() }"),
            ("c.rs", "use std::fmt; pub fn c() { fmt::format(format_args!(\"{}\", x.b)); }"),
        ]),
        [""; 0]
    );
}

#[test]
fn imports_in_a_circle_end() {
    assert_eq!(
        found([
            ("lib.rs", "mod b; mod c;"),
            ("b.rs", "pub use crate::c::*; pub use crate::c::x;"),
            ("c.rs", "pub use crate::b::*; pub use crate::b::x; fn f() { x() }"),
        ]),
        [""; 0]
    );
}

#[test]
fn import_named_like_the_crate_it_comes_from_ends() {
    assert_eq!(found([("lib.rs", "use log::log; fn f() { log::warn() }")]), [""; 0]);
}

#[test]
fn circle_of_a_crate_is_a_violation_in_one_line() {
    let tree = Tree::from_files([
        ("crates/a/Cargo.toml", ""),
        ("crates/a/src/main.rs", "mod b; mod c;"),
        ("crates/a/src/b.rs", "pub fn b() { crate::c::c() }"),
        ("crates/a/src/c.rs", "pub fn c() { crate::b::b() }"),
        ("crates/a/tests/t.rs", "mod d;"),
    ]);
    let violations: Vec<String> = no_circles(&tree).iter().map(ToString::to_string).collect();
    assert_eq!(
        violations,
        [
            "crates/a/src: circle of 2 files: b.rs names `crate::c::c` of c.rs; c.rs names `crate::b::b` of b.rs"
        ]
    );
}

#[test]
fn file_that_is_not_rust_is_a_violation() {
    let tree = Tree::from_files([("crates/a/Cargo.toml", ""), ("crates/a/src/lib.rs", "pub fn {")]);
    assert_eq!(no_circles(&tree), [Violation::new("crates/a/src/lib.rs", "is not Rust that can be parsed")]);
}
