//! Which specimens there are for a class: where code only asks for members, a bean, and two with public fields; where it reads
//! annotations, more: first some with one annotation on one field, since code that rejects anything of a class reads nothing else of it, then
//! some with a few properties of different kinds and annotations in different combinations. For a class that answers for interfaces one of
//! these. Where code asks a value that is declared as an interface whether it is another one, an interface that extends both.

use evoke_classfile::{Annotation, ClassFile, ClassName};

use super::annotation_type::AnnotationType;
use super::asked_pairs::asked_pairs;
use super::element_values::{About, TextStyle, annotation_of};
use super::examined::Examined;
use super::specimen_class::{Property, PropertyKind, Specimen};
use super::variation::Variation;
use crate::{ClassHierarchy, ClassLibrary};

/// Longest name of an interface that extends two.
const MAX_NAME: usize = 60;
/// Specimens with a single annotation: for each type that may stand on fields one for each element that need not be given, at least so many,
/// and so many at most of all types.
const SINGLE: (usize, usize) = (4, 24);
/// What these annotate, in turn.
const SINGLE_KINDS: [PropertyKind; 6] = [
    PropertyKind::Text,
    PropertyKind::Boolean,
    PropertyKind::Unit,
    PropertyKind::Map,
    PropertyKind::List,
    PropertyKind::Int,
];
/// One of so many single annotations of a type may lack the text that it is mostly about.
const UNNAMED: usize = 4;
/// Fewest and most other annotated specimens; in between twice as many as annotation types, and one for so many elements that need not be given.
const ANNOTATED: (usize, usize) = (6, 12);
const ELEMENTS_FOR_ONE: usize = 3;
/// How many properties annotated specimens have, in turn: what code rejects for one property it reads no other of.
const N_PROPERTIES: [usize; 8] = [1, 2, 1, 3, 1, 2, 1, 4];
/// Of a hundred annotations in how many one element is given that need not be.
const ASKED: u64 = 80;
/// Of a hundred fields how many are annotated, where an annotation may stand on fields.
const ANNOTATED_FIELDS: u64 = 80;
/// The same for methods.
const ANNOTATED_METHODS: u64 = 40;
/// The same for classes, which have one annotation at most.
const ANNOTATED_CLASSES: u64 = 40;

impl Specimen {
    /// Specimens for the class with these files, nested in the class `suite`; none where nothing examines classes.
    pub fn for_class(
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        files: &[ClassFile],
        suite: &ClassName,
    ) -> Vec<Self> {
        let examined = Examined::by(library, hierarchy, files, suite.package());
        let types = &examined.annotation_types;
        let looks_at_members = examined.finds_members || !types.is_empty();
        let mut designer = Designer {
            suite,
            types,
            variation: Variation::of(suite.as_str()),
            made: Vec::new(),
            n_numbered: 0,
            n_annotated: 0,
            n_properties: 0,
            n_annotations: vec![0; types.len()],
        };
        if looks_at_members {
            designer.add_plain();
        }
        if !types.is_empty() {
            designer.add_single();
        }
        if looks_at_members && examined.catches_what_members_throw {
            designer.add_throwing();
        }
        if looks_at_members && examined.asks_for_modifiers {
            designer.add_hidden();
        }
        if !types.is_empty() {
            let n_optional: usize = types.iter().map(|ty| ty.optional().len()).sum();
            let wanted = 2 * types.len() + n_optional / ELEMENTS_FOR_ONE;
            for _ in 0..wanted.clamp(ANNOTATED.0, ANNOTATED.1) {
                designer.add_annotated();
            }
        }
        if examined.answers_for_interfaces {
            designer.add_interface();
        }
        for (declared, asked) in asked_pairs(library, hierarchy, files, suite.package()) {
            designer.add_both(declared, asked);
        }
        designer.made
    }
}

struct Designer<'d> {
    suite: &'d ClassName,
    types: &'d [AnnotationType],
    variation: Variation,
    made: Vec<Specimen>,
    /// Annotated specimens so far.
    n_numbered: usize,
    /// Of these, how many have more than a single annotation.
    n_annotated: usize,
    /// Annotated properties so far.
    n_properties: usize,
    /// By annotation type: annotations of it so far.
    n_annotations: Vec<usize>,
}

impl Designer<'_> {
    /// Adds one that has annotations, and a number for a name.
    fn add_numbered(&mut self, annotations: Vec<Annotation>, properties: Vec<Property>) {
        self.n_numbered += 1;
        self.add(format!("Sample{}", self.n_numbered), annotations, properties);
    }

    fn add(&mut self, simple_name: String, annotations: Vec<Annotation>, properties: Vec<Property>) {
        let name = self.nested(&simple_name);
        self.made.push(Specimen {
            name,
            simple_name,
            is_public: true,
            is_interface: false,
            extends: Vec::new(),
            annotations,
            properties,
        });
    }

    fn nested(&self, simple_name: &str) -> ClassName {
        ClassName::new(&format!("{}${simple_name}", self.suite.as_str()))
    }

    fn add_interface(&mut self) {
        let kinds = [PropertyKind::Text, PropertyKind::Int, PropertyKind::Boolean, PropertyKind::List];
        let simple_name = "SampleView".to_owned();
        self.made.push(Specimen {
            name: self.nested(&simple_name),
            simple_name,
            is_public: true,
            is_interface: true,
            extends: Vec::new(),
            annotations: Vec::new(),
            properties: kinds.into_iter().map(|kind| plain(kind, true)).collect(),
        });
    }

    /// Adds an interface that extends both, if none has its name.
    fn add_both(&mut self, declared: ClassName, asked: ClassName) {
        let simple =
            |name: &ClassName| name.simple_binary().rsplit('$').next().unwrap_or_default().to_owned();
        let simple_name = simple(&declared) + &simple(&asked);
        let name = self.nested(&simple_name);
        if simple_name.len() <= MAX_NAME && self.made.iter().all(|specimen| specimen.name != name) {
            self.made.push(Specimen {
                name,
                simple_name,
                is_public: true,
                is_interface: true,
                extends: vec![declared, asked],
                annotations: Vec::new(),
                properties: Vec::new(),
            });
        }
    }

    fn add_plain(&mut self) {
        let common = PropertyKind::COMMON.iter();
        self.add("SampleBean".to_owned(), Vec::new(), common.map(|kind| plain(*kind, true)).collect());
        let few = [PropertyKind::Int, PropertyKind::Text, PropertyKind::List];
        let few = few.into_iter().map(|kind| plain(kind, false)).collect();
        self.add("SampleData".to_owned(), Vec::new(), few);
        let primitives = PropertyKind::PRIMITIVES.into_iter().map(|kind| plain(kind, false));
        let left_out = Property { is_transient: true, ..plain(PropertyKind::Object, false) };
        self.add("SampleFields".to_owned(), Vec::new(), primitives.chain([left_out]).collect());
    }

    /// Adds one that is not public.
    fn add_hidden(&mut self) {
        let properties = [PropertyKind::Text, PropertyKind::Int].map(|kind| plain(kind, true)).to_vec();
        self.add("SampleHidden".to_owned(), Vec::new(), properties);
        if let Some(hidden) = self.made.last_mut() {
            hidden.is_public = false;
        }
    }

    /// Adds one whose getters and setters throw, but for those of one property. Its setters are annotated where annotations may stand on
    /// methods, since code that reads annotations calls no other.
    fn add_throwing(&mut self) {
        let on_methods = self.positions(|ty| ty.on_methods);
        let throwing = |designer: &mut Self, kind: PropertyKind| {
            let about = about(kind, TextStyle::Plain);
            let setter = on_methods.first().map(|position| designer.annotation(*position, about, 0));
            Property { accessors_throw: true, setter: setter.into_iter().collect(), ..plain(kind, true) }
        };
        let name = throwing(self, PropertyKind::Text);
        let count = throwing(self, PropertyKind::Int);
        let properties = vec![name, count, plain(PropertyKind::Boolean, true)];
        self.add("SampleThrowing".to_owned(), Vec::new(), properties);
    }

    fn add_single(&mut self) {
        let on_fields = self.positions(|ty| ty.on_fields);
        let wanted = |position: usize| self.types[position].optional().len().max(SINGLE.0);
        let n_turns = on_fields.iter().map(|position| wanted(*position)).max().unwrap_or(0);
        let turns = (0..n_turns).flat_map(|turn| (0..on_fields.len()).map(move |of_turn| (turn, of_turn)));
        let turns: Vec<_> = turns.filter(|(turn, of_turn)| *turn < wanted(on_fields[*of_turn])).collect();
        for (number, (turn, of_turn)) in turns.into_iter().take(SINGLE.1).enumerate() {
            // Each type begins with another kind.
            let kind = SINGLE_KINDS[(turn + 5 * of_turn) % SINGLE_KINDS.len()];
            let style = if number % 2 == 0 { TextStyle::Option } else { TextStyle::Plain };
            let is_named = turn % UNNAMED != UNNAMED - 1;
            let about = About { is_named, ..about(kind, style) };
            let annotation = self.annotation(on_fields[of_turn], about, 100);
            let is_filled = self.variation.percent(50);
            let property = Property {
                kind,
                is_filled,
                is_private: false,
                is_transient: false,
                accessors_throw: false,
                field: vec![annotation],
                getter: Vec::new(),
                setter: Vec::new(),
            };
            self.add_numbered(Vec::new(), vec![property]);
        }
    }

    fn add_annotated(&mut self) {
        let number = self.n_annotated;
        self.n_annotated += 1;
        let style = if self.variation.percent(60) { TextStyle::Option } else { TextStyle::Plain };
        let on_classes = self.positions(|ty| ty.on_classes);
        let on_class = on_classes.get(number % on_classes.len().max(1)).copied();
        let on_class = on_class.filter(|_| self.variation.percent(ANNOTATED_CLASSES));
        let about = About { name: "sample", is_several: false, is_named: false, style };
        let annotations =
            on_class.map(|position| self.annotation(position, about, ASKED)).into_iter().collect();
        let n_properties = N_PROPERTIES[number % N_PROPERTIES.len()];
        let properties = (0..n_properties).map(|_| self.annotated_property(style)).collect();
        self.add_numbered(annotations, properties);
    }

    /// Where annotation types are of which this holds.
    fn positions(&self, fits: fn(&AnnotationType) -> bool) -> Vec<usize> {
        (0..self.types.len()).filter(|position| fits(&self.types[*position])).collect()
    }

    /// An annotation of the type at this position, the elements of which are given in turn, in so many of a hundred cases.
    fn annotation(&mut self, position: usize, about: About, share: u64) -> Annotation {
        let ty = &self.types[position];
        let optional = ty.optional();
        let turn = self.n_annotations[position];
        self.n_annotations[position] += 1;
        let asked = optional.get(turn % optional.len().max(1)).filter(|_| self.variation.percent(share));
        annotation_of(ty, about, asked.copied(), &mut self.variation)
    }

    /// Kinds and annotation types are gone through in turn, so that each meets each.
    fn annotated_property(&mut self, style: TextStyle) -> Property {
        let number = self.n_properties;
        self.n_properties += 1;
        let n_kinds = PropertyKind::COMMON.len() - 1;
        // By steps without a common divisor with the number of kinds.
        let kind = PropertyKind::COMMON[5 * number % n_kinds];
        let about = about(kind, style);
        let turn = number + number / n_kinds;
        let mut one = |share, fits: fn(&AnnotationType) -> bool, turn: usize| {
            let fitting = self.positions(fits);
            let chosen = fitting.get(turn % fitting.len().max(1)).filter(|_| self.variation.percent(share));
            chosen.map(|position| self.annotation(*position, about, ASKED)).into_iter().collect()
        };
        let field: Vec<Annotation> = one(ANNOTATED_FIELDS, |ty| ty.on_fields, turn);
        let setter: Vec<Annotation> = one(ANNOTATED_METHODS, |ty| ty.on_methods, turn + 1);
        let getter: Vec<Annotation> = one(ANNOTATED_METHODS / 2, |ty| ty.on_methods, turn + 2);
        let has_methods = !setter.is_empty() || !getter.is_empty() || self.variation.percent(30);
        let is_filled = self.variation.percent(50);
        Property {
            kind,
            is_filled,
            is_private: has_methods,
            is_transient: false,
            accessors_throw: false,
            field,
            getter,
            setter,
        }
    }
}

/// A property without annotations, which holds something if it is private.
fn plain(kind: PropertyKind, is_private: bool) -> Property {
    Property {
        kind,
        is_filled: is_private,
        is_private,
        is_transient: false,
        accessors_throw: false,
        field: Vec::new(),
        getter: Vec::new(),
        setter: Vec::new(),
    }
}

/// What an annotation of a property of the kind is about.
fn about(kind: PropertyKind, style: TextStyle) -> About {
    let is_several =
        matches!(kind, PropertyKind::List | PropertyKind::Numbers | PropertyKind::Texts | PropertyKind::Map);
    About { name: kind.name(), is_several, is_named: false, style }
}
