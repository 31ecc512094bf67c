; Definitions, with the nodes that name and embody them.

(function_item
  (function_modifiers "async"? @async)?
  name: (_) @name
  body: (block) @body) @definition.function
(function_signature_item (function_modifiers "async"? @async)? name: (_) @name) @definition.function

(struct_item name: (_) @name body: (_)? @body) @definition.struct
(enum_item name: (_) @name body: (_) @body) @definition.enum
(union_item name: (_) @name body: (_) @body) @definition.union
(trait_item name: (_) @name body: (_) @body) @definition.trait
(mod_item name: (_) @name body: (_)? @body) @definition.namespace
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(macro_definition name: (_) @name (macro_rule right: (_) @body)*) @definition.macro

; What an `impl` block adds to a type carries the type's name, without its type arguments.
(impl_item
  type: [
    (type_identifier) @name
    (scoped_type_identifier name: (_) @name)
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (reference_type type: (type_identifier) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
    (reference_type type: [(array_type) (primitive_type) (reference_type) (tuple_type)] @name)
    [
      (array_type) (bounded_type) (dynamic_type) (function_type) (macro_invocation)
      (metavariable) (never_type) (pointer_type) (primitive_type) (tuple_type) (unit_type)
    ] @name
  ]
  body: (declaration_list)? @body) @definition.extension

(closure_expression "async"? @async body: (_) @body) @definition.lambda

; A closure that is bound to a name of its own.
(let_declaration
  pattern: (identifier) @name
  value: (closure_expression "async"? @async body: (_) @body) @definition.function)
(let_declaration pattern: (identifier) value: (closure_expression) @inner) @outer

; Parameters, each belonging to the innermost definition around it.

(function_item parameters: (parameters (parameter pattern: (_) @parameter)))
(function_signature_item parameters: (parameters (parameter pattern: (_) @parameter)))
(closure_parameters (_) @parameter)

(use_declaration) @import
(extern_crate_declaration) @import
