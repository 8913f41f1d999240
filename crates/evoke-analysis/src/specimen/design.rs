//! Which specimens there are for a class: where code only asks for members, a bean, and two with public fields; where it reads
//! annotations, more, each with a few properties of different kinds and annotations in different combinations.

use evoke_classfile::{Annotation, ClassFile, ClassName};

use super::annotation_type::AnnotationType;
use super::element_values::{About, TextStyle, annotation_of};
use super::examined::Examined;
use super::specimen_class::{Property, PropertyKind, Specimen};
use super::variation::Variation;
use crate::{ClassHierarchy, ClassLibrary};

/// Fewest and most annotated specimens; in between twice as many as annotation types, and one for so many elements that need not be given.
const ANNOTATED: (usize, usize) = (6, 16);
const ELEMENTS_FOR_ONE: usize = 3;
/// How many properties annotated specimens have, in turn: what code rejects for one property it reads no other of.
const N_PROPERTIES: [usize; 8] = [1, 2, 1, 3, 1, 2, 1, 4];
/// Of a hundred annotations in how many one element is given that need not be.
const ASKED: u64 = 80;
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
        let mut designer = Designer {
            suite,
            types,
            variation: Variation::of(suite.as_str()),
            made: Vec::new(),
            n_properties: 0,
            n_annotations: vec![0; types.len()],
        };
        if examined.finds_members || !types.is_empty() {
            designer.add_plain();
        }
        if !types.is_empty() {
            let n_optional: usize = types.iter().map(|ty| ty.optional().len()).sum();
            let wanted = 2 * types.len() + n_optional / ELEMENTS_FOR_ONE;
            for number in 0..wanted.clamp(ANNOTATED.0, ANNOTATED.1) {
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
    /// Annotated properties so far.
    n_properties: usize,
    /// By annotation type: annotations of it so far.
    n_annotations: Vec<usize>,
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

    fn add_annotated(&mut self, number: usize) {
        let style = if self.variation.percent(60) { TextStyle::Option } else { TextStyle::Plain };
        let about = About { name: "sample", is_several: false, style };
        let types = self.types;
        let mut annotations = Vec::new();
        for position in (0..types.len()).filter(|position| types[*position].on_classes) {
            if self.variation.percent(ANNOTATED_CLASSES) {
                annotations.push(self.annotation(position, about));
            }
        }
        let n_properties = N_PROPERTIES[number % N_PROPERTIES.len()];
        let properties = (0..n_properties).map(|_| self.annotated_property(style)).collect();
        self.add(format!("Sample{}", number + 1), annotations, properties);
    }

    /// An annotation of the type at this position, the elements of which are given in turn.
    fn annotation(&mut self, position: usize, about: About) -> Annotation {
        let ty = &self.types[position];
        let optional = ty.optional();
        let turn = self.n_annotations[position];
        self.n_annotations[position] += 1;
        let asked = optional.get(turn % optional.len().max(1)).filter(|_| self.variation.percent(ASKED));
        annotation_of(ty, about, asked.copied(), &mut self.variation)
    }

    /// Kinds and annotation types are gone through in turn, so that each meets each.
    fn annotated_property(&mut self, style: TextStyle) -> Property {
        let number = self.n_properties;
        self.n_properties += 1;
        let n_kinds = PropertyKind::COMMON.len() - 1;
        // By steps without a common divisor with the number of kinds.
        let kind = PropertyKind::COMMON[3 * number % n_kinds];
        let is_several = matches!(kind, PropertyKind::List | PropertyKind::Texts | PropertyKind::Map);
        let about = About { name: kind.name(), is_several, style };
        let turn = number + number / n_kinds;
        let mut one = |share, fits: fn(&AnnotationType) -> bool, turn: usize| {
            let fitting: Vec<usize> =
                (0..self.types.len()).filter(|position| fits(&self.types[*position])).collect();
            let chosen = fitting.get(turn % fitting.len().max(1)).filter(|_| self.variation.percent(share));
            chosen.map(|position| self.annotation(*position, about)).into_iter().collect()
        };
        let field: Vec<Annotation> = one(ANNOTATED_FIELDS, |ty| ty.on_fields, turn);
        let setter: Vec<Annotation> = one(ANNOTATED_METHODS, |ty| ty.on_methods, turn + 1);
        let getter: Vec<Annotation> = one(ANNOTATED_METHODS / 2, |ty| ty.on_methods, turn + 2);
        let has_methods = !setter.is_empty() || !getter.is_empty() || self.variation.percent(30);
        let is_filled = self.variation.percent(50);
        Property { kind, is_filled, is_private: has_methods, is_transient: false, field, getter, setter }
    }
}
