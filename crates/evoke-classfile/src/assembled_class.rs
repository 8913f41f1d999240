//! Tiny class files put together by hand, for tests that need bytes no compiler writes any more.

/// A method `static int run(int)` of the class `Sample`.
#[derive(Clone, Debug)]
pub(crate) struct AssembledClass {
    pub(crate) major: u16,
    pub(crate) minor: u16,
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) code: Vec<u8>,
    /// Start, end, handler; all catch everything.
    pub(crate) handlers: Vec<[u16; 3]>,
    /// Names and bodies of the attributes of the code.
    pub(crate) attributes: Vec<(&'static str, Vec<u8>)>,
    /// Names of the attributes of the method and of the class, which have no body.
    pub(crate) marks: Vec<&'static str>,
}

impl AssembledClass {
    pub(crate) fn new(major: u16, code: &[u8]) -> Self {
        let code = code.to_vec();
        let (handlers, attributes, marks) = (Vec::new(), Vec::new(), Vec::new());
        Self { major, minor: 0, max_stack: 2, max_locals: 2, code, handlers, attributes, marks }
    }

    pub(crate) fn handler(mut self, start: u16, end: u16, handler: u16) -> Self {
        self.handlers.push([start, end, handler]);
        self
    }

    pub(crate) fn attribute(mut self, name: &'static str, words: &[u16]) -> Self {
        self.attributes.push((name, words.iter().flat_map(|word| word.to_be_bytes()).collect()));
        self
    }

    pub(crate) fn raw_attribute(mut self, name: &'static str, body: &[u8]) -> Self {
        self.attributes.push((name, body.to_vec()));
        self
    }

    /// With an attribute without a body of both the method and the class.
    pub(crate) fn mark(mut self, name: &'static str) -> Self {
        self.marks.push(name);
        self
    }

    /// The class file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut texts = vec!["Sample", "java/lang/Object", "run", "(I)I", "Code"];
        texts.extend(self.attributes.iter().map(|(name, _)| *name));
        let first_mark = texts.len() as u16 + 1;
        texts.extend(&self.marks);
        let marks: Vec<u8> = (first_mark..)
            .zip(&self.marks)
            .flat_map(|(index, _)| index.to_be_bytes().into_iter().chain([0; 4]))
            .collect();
        let mut out = 0xcafe_babe_u32.to_be_bytes().to_vec();
        let put = |out: &mut Vec<u8>, value: u16| out.extend(value.to_be_bytes());
        put(&mut out, self.minor);
        put(&mut out, self.major);
        // Texts have the indices from 1 on, then come the two classes.
        let classes = texts.len() as u16 + 1;
        put(&mut out, classes + 2);
        for text in &texts {
            out.push(1);
            put(&mut out, text.len() as u16);
            out.extend(text.as_bytes());
        }
        out.extend([7, 0, 1, 7, 0, 2]);
        // Public super class; no interfaces and fields; one public static method with its code and its marks.
        let n_marks = self.marks.len() as u16;
        for value in [0x21, classes, classes + 1, 0, 0, 1, 9, 3, 4, 1 + n_marks, 5] {
            put(&mut out, value);
        }
        let code = self.code_attribute();
        out.extend((code.len() as u32).to_be_bytes());
        out.extend(code);
        out.extend(&marks);
        put(&mut out, n_marks);
        out.extend(&marks);
        out
    }

    fn code_attribute(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(self.max_stack.to_be_bytes());
        out.extend(self.max_locals.to_be_bytes());
        out.extend((self.code.len() as u32).to_be_bytes());
        out.extend(&self.code);
        out.extend((self.handlers.len() as u16).to_be_bytes());
        for [start, end, handler] in &self.handlers {
            out.extend([*start, *end, *handler, 0].into_iter().flat_map(u16::to_be_bytes));
        }
        out.extend((self.attributes.len() as u16).to_be_bytes());
        for (number, (_, body)) in self.attributes.iter().enumerate() {
            out.extend((6 + number as u16).to_be_bytes());
            out.extend((body.len() as u32).to_be_bytes());
            out.extend(body);
        }
        out
    }
}
