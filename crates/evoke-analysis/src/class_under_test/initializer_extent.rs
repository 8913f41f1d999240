//! What runs within class initialisers alone, and so once in a JVM: besides the initialisers themselves the constructors that nothing else
//! calls, those of an enum's constants for example.

use std::collections::BTreeSet;

use evoke_classfile::{ClassName, access};

use crate::{ClassUnderTest, MethodId, MethodUnderTest};

/// Which class initialiser runs each method, and what else shows that it ran.
#[derive(Clone, Debug)]
pub struct InitializerExtent {
    /// By method: the initialiser in whose course alone it runs.
    runs_in: Vec<Option<MethodId>>,
    /// By method: the initialiser without which there is no object of its class.
    after: Vec<Option<MethodId>>,
}

impl InitializerExtent {
    /// That of these classes.
    pub fn of(class: &ClassUnderTest) -> Self {
        let callers = callers(class);
        let mut runs_in: Vec<Option<MethodId>> = class.methods.iter().map(own_initializer).collect();
        loop {
            let found = class.methods.iter().filter(|method| runs_in[method.id.index()].is_none()).find_map(
                |method| {
                    let initializer = only_initializer(method, &callers[method.id.index()], &runs_in)?;
                    Some((method.id, initializer))
                },
            );
            let Some((method, initializer)) = found else { break };
            runs_in[method.index()] = Some(initializer);
        }
        let after = class.methods.iter().map(|method| maker_of(class, &method.class, &runs_in)).collect();
        Self { runs_in, after }
    }

    /// The class initialiser in whose course alone the method runs.
    pub fn initializer_of(&self, method: MethodId) -> Option<MethodId> {
        self.runs_in[method.index()]
    }

    /// The methods, ascending, that cannot run before the initialiser has: others of its class, and those of objects that it alone makes.
    pub fn entered_after(&self, class: &ClassUnderTest, initializer: MethodId) -> Vec<MethodId> {
        let owner = &class.methods[initializer.index()].class;
        let is_after = |method: &&MethodUnderTest| {
            self.runs_in[method.id.index()].is_none()
                && (method.class == *owner || self.after[method.id.index()] == Some(initializer))
        };
        class.methods.iter().filter(is_after).map(|method| method.id).collect()
    }
}

fn own_initializer(method: &MethodUnderTest) -> Option<MethodId> {
    method.is_class_initializer().then_some(method.id)
}

fn callers(class: &ClassUnderTest) -> Vec<BTreeSet<MethodId>> {
    let mut callers = vec![BTreeSet::new(); class.methods.len()];
    for (caller, callees) in class.methods.iter().zip(&class.callees) {
        for callee in callees {
            callers[callee.index()].insert(caller.id);
        }
    }
    callers
}

/// The one initialiser that runs a constructor, if it is called nowhere else.
fn only_initializer(
    method: &MethodUnderTest,
    callers: &BTreeSet<MethodId>,
    runs_in: &[Option<MethodId>],
) -> Option<MethodId> {
    let is_hidden = method.access_flags & access::PRIVATE != 0 || is_anonymous(&method.class);
    if method.name != "<init>" || !is_hidden {
        return None;
    }
    let initializer = runs_in[callers.first()?.index()]?;
    callers.iter().all(|caller| runs_in[caller.index()] == Some(initializer)).then_some(initializer)
}

/// The initialiser that alone constructs objects of the class.
fn maker_of(class: &ClassUnderTest, owner: &ClassName, runs_in: &[Option<MethodId>]) -> Option<MethodId> {
    let mut constructors = class.methods.iter().filter(|it| it.class == *owner && it.name == "<init>");
    let initializer = runs_in[constructors.next()?.id.index()]?;
    constructors.all(|it| runs_in[it.id.index()] == Some(initializer)).then_some(initializer)
}

fn is_anonymous(class: &ClassName) -> bool {
    let last = class.as_str().rsplit('$').next().unwrap_or_default();
    last.bytes().all(|byte| byte.is_ascii_digit())
}
