; inherits: ecma

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(type_alias_declaration name: (_) @name) @definition.type

(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: [
  (identifier) @name
  (nested_identifier) @name
  (string (string_fragment) @name)
] body: (_) @body) @definition.namespace

(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)

; Declarations without a body; overloads of an implementation are left out by `refine`.

(function_signature "async"? @async name: (_) @name) @definition.function
(abstract_method_signature name: [
  (property_identifier) @name
  (string (string_fragment) @name)
  (computed_property_name (member_expression property: (_) @name))
]) @definition.function
[
  (class_body (method_signature name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (string (string_fragment) @name)
    (computed_property_name (member_expression property: (_) @name))
  ]) @definition.function)
  (interface_body (method_signature name: [
    (property_identifier) @name
    (string (string_fragment) @name)
    (computed_property_name (member_expression property: (_) @name))
  ]) @definition.function)
]

; Objects that hold functions, in casts and with functions in casts.

([
  (as_expression . (object [(method_definition) (pair)]) @definition.object @body)
  (satisfies_expression . (object [(method_definition) (pair)]) @definition.object @body)
])
(variable_declarator name: (identifier) @name value: (object
  (pair value: [(as_expression) (satisfies_expression)])) @definition.object @body)
(assignment_expression left: (member_expression property: (_) @name) right: (object
  (pair value: [(as_expression) (satisfies_expression)])) @definition.object @body)
(export_statement "default" @name value: (object
  (pair value: [(as_expression) (satisfies_expression)])) @definition.object @body)

; A class without a name is called after what it extends.

(class (class_heritage (extends_clause value: [
  (identifier) @name
  (member_expression property: (_) @name)
])) body: (_) @body) @definition.class
(class "class" @name body: (_) @body) @definition.class

; Wrappers.

(public_field_definition value: [
  (arrow_function) (function_expression) (generator_function)
] @inner) @outer
(ambient_declaration (_) @inner) @outer
(expression_statement (internal_module) @inner) @outer
