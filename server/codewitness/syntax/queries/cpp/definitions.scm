; inherits: c_family

(function_definition
  declarator: (_) @name
  (field_initializer_list) @body
  body: (_) @body) @definition.function
(function_definition declarator: (_) @name (default_method_clause)) @definition.function
(function_definition declarator: (_) @name (try_statement) @body) @definition.function

; Pure virtual methods.
(field_declaration
  declarator: [
    (function_declarator)
    (pointer_declarator (function_declarator))
    (reference_declarator (function_declarator))
  ] @name
  default_value: (number_literal)) @definition.method

(class_specifier name: (_) @name body: (_) @body) @definition.class
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type

(lambda_expression body: (_) @body) @definition.lambda
(init_declarator
  declarator: (identifier) @name
  value: (lambda_expression body: (_) @body) @definition.function)

(type_definition
  type: (class_specifier !name body: (_) @body) @definition.class
  . declarator: (type_identifier) @name)
(type_definition type: (class_specifier body: (_)) @inner) @outer
(type_definition
  type: [(qualified_identifier) (template_type)] declarator: (_) @name) @definition.type

(template_declaration [
  (function_definition)
  (class_specifier)
  (struct_specifier)
  (union_specifier)
  (alias_declaration)
  (concept_definition)
  (template_declaration)
  (field_declaration)
] @inner) @outer
(friend_declaration (function_definition) @inner) @outer
(export_declaration [(function_definition) (class_specifier) (struct_specifier)] @inner) @outer
(field_declaration type: [
  (class_specifier body: (_))
  (struct_specifier body: (_))
  (union_specifier body: (_))
  (enum_specifier body: (_))
] @inner) @outer
(declaration declarator: (init_declarator value: (lambda_expression) @inner)) @outer

[
  (optional_parameter_declaration)
  (variadic_parameter_declaration)
  (explicit_object_parameter_declaration)
] @parameter

[
  (co_await_expression)
  (co_yield_statement)
  (co_return_statement)
] @suspends

[(using_declaration) (import_declaration)] @import
