//! Method references in contexts. What an object runs that `invokedynamic` makes of a method reference is called by no instruction of the
//! class, so that none could say where the call comes from. A method of the class's own is put between, which says it, makes the call and
//! goes back to the context it was called in: the lambda that the reference stands for.

use evoke_analysis::ContextId;
use evoke_classfile::rewrite::{
    AddedCode, AddedMethod, Assembler, MethodEdit, MethodRef, MethodView, PoolBuilder, RewriteError,
};
use evoke_classfile::{BootstrapMethod, FieldType, FunctionSite, MethodDescriptor, Operands, reference_kind};
use evoke_runtime::members::tracer;

use crate::contexts::{begin_call, end_call};
use crate::method_ids::MethodIds;

/// Makes the object at the index call through a method that tells the context.
pub(crate) fn call_in_context(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    view: &MethodView<'_>,
    ids: &MethodIds,
    (index, context): (usize, ContextId),
) -> Result<(), RewriteError> {
    let Operands::Constant(constant) = view.instructions[index].operands else { return Ok(()) };
    let Some(site) = FunctionSite::of(view.constant_pool, view.bootstrap_methods, constant) else {
        return Ok(());
    };
    let descriptor = descriptor(&site)?;
    // No name of a compiler's has two dollars and the numbers of a method and an instruction.
    let name = format!("reference$evoke${}${index}", ids.method.0);
    edit.add_method(AddedMethod {
        name: name.clone(),
        descriptor: descriptor.to_string(),
        code: AddedCode::Guarded {
            start: keep_context(pool, &descriptor)?,
            body: body(pool, &site, &descriptor, context)?,
            on_exception: end_call(pool, Some(descriptor.parameter_slots()))?,
        },
    });
    let method = method_ref(pool, (view.class_name, &name, &descriptor.to_string()), view.is_interface)?;
    let arguments = site.arguments_running(pool.add_static_handle(method)?);
    let bootstrap = BootstrapMethod { handle: site.bootstrap.handle, arguments };
    let mut piece = Assembler::new();
    piece.invoke_dynamic(pool.add_invoke_dynamic(bootstrap, site.name, site.descriptor)?);
    edit.replace(index, &piece);
    Ok(())
}

/// What is captured, as the site has it, then the parameters that are left, a receiver among them; and the result.
fn descriptor(site: &FunctionSite<'_>) -> Result<MethodDescriptor, RewriteError> {
    let called = MethodDescriptor::parse(site.member.descriptor)?;
    let owner = FieldType::Object(site.member.owner.into());
    let makes_object = site.kind == reference_kind::NEW_INVOKE_SPECIAL;
    let receiver = (site.kind != reference_kind::INVOKE_STATIC && !makes_object).then(|| owner.clone());
    let mut parameters = MethodDescriptor::parse(site.descriptor)?.parameters;
    let n_captured = parameters.len();
    parameters.extend(receiver.into_iter().chain(called.parameters).skip(n_captured));
    let return_type = if makes_object { Some(owner) } else { called.return_type };
    Ok(MethodDescriptor { parameters, return_type })
}

/// Keeps the context that runs in the local after the parameters.
fn keep_context(
    pool: &mut PoolBuilder<'_>,
    descriptor: &MethodDescriptor,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    let field = tracer::NEXT_CONTEXT;
    piece.get_static(pool.add_field_ref(field.class, field.name, field.descriptor)?);
    piece.store_int(descriptor.parameter_slots());
    Ok(piece)
}

/// The call, in its context.
fn body(
    pool: &mut PoolBuilder<'_>,
    site: &FunctionSite<'_>,
    descriptor: &MethodDescriptor,
    context: ContextId,
) -> Result<Assembler, RewriteError> {
    let mut piece = begin_call(pool, context)?;
    if site.kind == reference_kind::NEW_INVOKE_SPECIAL {
        piece.new_object(pool.add_class(site.member.owner)?).dup();
    }
    let mut slot = 0;
    for ty in &descriptor.parameters {
        piece.load_value(ty, slot);
        slot += ty.slots();
    }
    let member = (site.member.owner, site.member.name, site.member.descriptor);
    let called = method_ref(pool, member, site.member.is_interface)?;
    match site.kind {
        reference_kind::INVOKE_STATIC => piece.invoke_static(called),
        reference_kind::INVOKE_INTERFACE => piece.invoke_interface(called),
        reference_kind::INVOKE_VIRTUAL => piece.invoke_virtual(called),
        _ => piece.invoke_special(called),
    };
    piece.append(&end_call(pool, Some(slot))?);
    piece.return_value(descriptor.return_type.as_ref());
    Ok(piece)
}

/// A method of a class or an interface.
pub(crate) fn method_ref(
    pool: &mut PoolBuilder<'_>,
    (owner, name, descriptor): (&str, &str, &str),
    is_interface: bool,
) -> Result<MethodRef, RewriteError> {
    if is_interface {
        pool.add_interface_method_ref(owner, name, descriptor)
    } else {
        pool.add_method_ref(owner, name, descriptor)
    }
}
