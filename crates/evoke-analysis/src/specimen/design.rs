//! Which specimens there are for a class: where code only asks for members, a bean, and two with public fields; where it reads
//! annotations, more, each with a few properties of different kinds and annotations in different combinations.

use evoke_classfile::{Annotation, ClassFile, ClassName};

use super::annotation_type::AnnotationType;
use super::element_values::{TextStyle, annotation_of};
use super::examined::Examined;
use super::specimen_class::{Property, PropertyKind, Specimen};
use super::variation::Variation;
use crate::{ClassHierarchy, ClassLibrary};

/// Fewest and most annotated specimens; in between twice as many as annotation types.
const ANNOTATED: (usize, usize) = (6, 14);
/// Most properties of an annotated specimen.
const MAX_PROPERTIES: usize = 4;
/// Of a hundred fields how many are annotated, where an annotation may stand on fields.
const ANNOTATED_FIELDS: u64 = 80;
/// The same for methods.
const ANNOTATED_METHODS: u64 = 40;
/// The same for classes and each annotation that may stand on them.
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
        let mut designer =
            Designer { suite, types, variation: Variation::of(suite.as_str()), made: Vec::new() };
        if examined.finds_members || !types.is_empty() {
            designer.add_plain();
        }
        if !types.is_empty() {
            for number in 0..(2 * types.len()).clamp(ANNOTATED.0, ANNOTATED.1) {
                designer.add_annotated(number);
            }
        }
        designer.made
    }
}

struct Designer<'d> {
    suite: &'d ClassName,
    types: &'d [AnnotationType],
    variation: Variation,
    made: Vec<Specimen>,
}

impl Designer<'_> {
    fn add(&mut self, simple_name: String, annotations: Vec<Annotation>, properties: Vec<Property>) {
        let name = ClassName::new(&format!("{}${simple_name}", self.suite.as_str()));
        self.made.push(Specimen { name, simple_name, annotations, properties });
    }

    fn add_plain(&mut self) {
        let property = |kind, is_private| Property {
            kind,
            is_filled: is_private,
            is_private,
            is_transient: false,
            field: Vec::new(),
            getter: Vec::new(),
            setter: Vec::new(),
        };
        let common = PropertyKind::COMMON.iter();
        self.add("SampleBean".to_owned(), Vec::new(), common.map(|kind| property(*kind, true)).collect());
        let few = [PropertyKind::Int, PropertyKind::Text, PropertyKind::List];
        let few = few.into_iter().map(|kind| property(kind, false)).collect();
        self.add("SampleData".to_owned(), Vec::new(), few);
        let primitives = PropertyKind::PRIMITIVES.into_iter().map(|kind| property(kind, false));
        let left_out = Property { is_transient: true, ..property(PropertyKind::Object, false) };
        self.add("SampleFields".to_owned(), Vec::new(), primitives.chain([left_out]).collect());
    }

    /// Kinds and annotation types are gone through in turn, so that each meets each, however few specimens there are.
    fn add_annotated(&mut self, number: usize) {
        let style = if self.variation.percent(60) { TextStyle::Option } else { TextStyle::Plain };
        let types = self.types;
        let mut annotations = Vec::new();
        for ty in types.iter().filter(|ty| ty.on_classes) {
            if self.variation.percent(ANNOTATED_CLASSES) {
                annotations.push(annotation_of(ty, "sample", style, &mut self.variation));
            }
        }
        let n_properties = 1 + number % MAX_PROPERTIES;
        // A number without a common divisor with that of the kinds.
        let first_kind = 3 * number;
        let properties = (0..n_properties).map(|position| {
            let kind = PropertyKind::COMMON[(first_kind + position) % (PropertyKind::COMMON.len() - 1)];
            self.annotated_property(kind, number + position, style)
        });
        let properties = properties.collect();
        self.add(format!("Sample{}", number + 1), annotations, properties);
    }

    fn annotated_property(&mut self, kind: PropertyKind, turn: usize, style: TextStyle) -> Property {
        let name = kind.name();
        let mut one = |share, fits: fn(&AnnotationType) -> bool, turn: usize| {
            let fitting: Vec<&AnnotationType> = self.types.iter().filter(|ty| fits(ty)).collect();
            let chosen = fitting.get(turn % fitting.len().max(1)).filter(|_| self.variation.percent(share));
            chosen.map(|ty| annotation_of(ty, name, style, &mut self.variation)).into_iter().collect()
        };
        let field: Vec<Annotation> = one(ANNOTATED_FIELDS, |ty| ty.on_fields, turn);
        let setter: Vec<Annotation> = one(ANNOTATED_METHODS, |ty| ty.on_methods, turn + 1);
        let getter: Vec<Annotation> = one(ANNOTATED_METHODS / 2, |ty| ty.on_methods, turn + 2);
        let has_methods = !setter.is_empty() || !getter.is_empty() || self.variation.percent(30);
        let is_filled = self.variation.percent(50);
        Property { kind, is_filled, is_private: has_methods, is_transient: false, field, getter, setter }
    }
}
