//! The record of a run as one page of HTML that needs nothing beside it: totals, packages, and for each class what its suite covers, how that
//! grew, and what is left, for what reason, in its source where that is given. Readable in light and dark, on a phone, and without a mouse.

mod class_section;
mod coverage_curve;
mod marked_source;
mod share_bar;

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::goal_count::GoalCount;
use crate::left_to_gain::most_left_to_gain;
use crate::package_totals::PackageTotals;
use crate::record::RunRecord;
use class_section::{anchor, class_section};
use share_bar::bar;

const STYLE: &str = include_str!("html_report/report.css");
const SCRIPT: &str = include_str!("html_report/report.js");

/// A page about a record.
#[derive(Clone, Debug)]
pub struct HtmlReport<'a> {
    record: &'a RunRecord,
    /// Source text by binary class name.
    sources: &'a BTreeMap<String, String>,
}

impl<'a> HtmlReport<'a> {
    /// The page of a record; `sources` has the source text of classes by their names among those of all modules, as far as there is any.
    pub fn new(record: &'a RunRecord, sources: &'a BTreeMap<String, String>) -> Self {
        Self { record, sources }
    }

    /// The text of the page.
    pub fn render(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { "Evoke: tests of " (self.record.classes.len()) " classes" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href="#classes" { "To the classes" }
                    main {
                        h1 { "Generated tests" }
                        (self.totals())
                        (self.packages())
                        (self.left_to_gain())
                        (self.classes())
                        (self.left_out())
                        footer { "Evoke " (self.record.version) }
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    fn totals(&self) -> Markup {
        let all = PackageTotals::of_all(self.record);
        let figures = [
            ("classes", all.classes.to_string()),
            ("suites", all.suites.to_string()),
            ("tests", all.tests.to_string()),
            ("branches", percent(all.branches)),
            ("lines", percent(all.lines)),
            ("seconds", format!("{:.0}", all.seconds)),
        ];
        html! {
            dl.totals {
                @for (name, value) in figures { div { dt { (name) } dd { (value) } } }
            }
        }
    }

    fn packages(&self) -> Markup {
        html! {
            section {
                h2 { "Packages" }
                div.wide { table {
                    thead { tr {
                        th scope="col" { "Package" }
                        @for name in ["Classes", "Suites", "Tests", "Branches", "Lines"] { th.number scope="col" { (name) } }
                    } }
                    tbody {
                        @for (name, totals) in PackageTotals::by_package(self.record) {
                            tr {
                                th scope="row" { @for part in name.split_inclusive('.') { (part) wbr; } }
                                td.number { (totals.classes) }
                                td.number { (totals.suites) }
                                td.number { (totals.tests) }
                                td.number { (bar(totals.branches)) }
                                td.number { (bar(totals.lines)) }
                            }
                        }
                    }
                } }
            }
        }
    }

    fn left_to_gain(&self) -> Markup {
        let most = most_left_to_gain(self.record);
        html! {
            @if !most.is_empty() {
                section {
                    h2 { "Most left to gain" }
                    ol {
                        @for it in most {
                            li {
                                a href={ "#" (anchor(it.class)) } { (it.class.name()) } ": " (it.left) " goals left"
                                @if let Some(reason) = it.reason { "; most often " (reason) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn classes(&self) -> Markup {
        html! {
            section #classes {
                h2 { "Classes" }
                label.filter { "Show those whose name has " input #filter type="search" autocomplete="off"; }
                @for class in &self.record.classes {
                    (class_section(class, self.sources.get(&class.name_in_parts()).map(String::as_str)))
                }
            }
        }
    }

    fn left_out(&self) -> Markup {
        html! {
            @if !self.record.left_out.is_empty() {
                section {
                    h2 { "Left out" }
                    ul {
                        @for class in &self.record.left_out {
                            li { code { (class.class) } ": " (class.reason) }
                        }
                    }
                }
            }
        }
    }
}

fn percent(count: GoalCount) -> String {
    count.percent().map_or_else(|| "none there".to_owned(), |percent| format!("{percent} %"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassRecord, LeftOutRecord, Status, TestRecord, TimelinePoint, UncoveredGoalRecord};

    fn page() -> String {
        let mut class = ClassRecord::new("shop.Order", Status::Ok);
        class.tests = 3;
        class.goals.insert("branch".to_owned(), GoalCount { covered: 3, total: 4 });
        class.timeline = vec![TimelinePoint { seconds: 0.5, statements: 10, covered: 3 }];
        class.seconds.total = 2.0;
        class.uncovered = vec![UncoveredGoalRecord {
            goal: "Order.java:2 true branch of a < b".to_owned(),
            reason: Some("its condition never held".to_owned()),
        }];
        let covering =
            TestRecord { name: "orders".to_owned(), dropped: None, lines: vec![1, 2], notices: vec![] };
        let dropped = TestRecord {
            name: "waits".to_owned(),
            dropped: Some("took too long".to_owned()),
            lines: vec![],
            notices: vec![],
        };
        class.verified = vec![covering, dropped];
        let mut record = RunRecord::new("0.1.0", vec![class]);
        record.left_out = vec![LeftOutRecord {
            module: "m".to_owned(),
            class: "shop.Api".to_owned(),
            reason: "it is an interface without code".to_owned(),
        }];
        let source = "class Order {\n  boolean a = 1 < 2;\n}\n".to_owned();
        let sources = BTreeMap::from([(record.classes[0].name_in_parts(), source)]);
        HtmlReport::new(&record, &sources).render()
    }

    #[test]
    fn page_says_what_is_covered_and_why_the_rest_is_not() {
        let page = page();
        for text in
            ["3/4", "its condition never held", "shop.Api", "true branch of a &lt; b", "a = 1 &lt; 2", "<svg"]
        {
            assert!(page.contains(text), "no `{text}` in\n{page}");
        }
    }

    #[test]
    fn page_needs_nothing_beside_it() {
        let page = page();
        assert!(!page.contains("src=") && !page.contains("<link") && !page.contains("http"), "{page}");
    }

    #[test]
    fn line_of_the_source_with_something_left_is_marked() {
        let page = page();
        let source = page.split("<pre>").nth(1).unwrap();
        let marked: Vec<&str> = source.split("<mark").skip(1).collect();
        assert_eq!(marked.len(), 1, "{page}");
        assert!(marked[0].contains("boolean a"), "{page}");
    }

    #[test]
    fn line_says_which_tests_cover_it_and_a_test_which_lines() {
        let page = page();
        for text in [
            r#"<span class="hits" title="orders">1</span><span class="covered">class Order {</span>"#,
            r#"data-lines="1 2">orders</button> covers lines 1-2"#,
            "<code>waits</code> was left out: took too long",
        ] {
            assert!(page.contains(text), "no `{text}` in\n{page}");
        }
    }
}
