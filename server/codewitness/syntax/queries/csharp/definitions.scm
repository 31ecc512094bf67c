; Definitions, with the nodes that name and embody them.

(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @package)

(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type

(method_declaration name: (identifier) @name body: (_)? @body) @definition.function
(method_declaration (modifier) @async (#eq? @async "async")
  name: (identifier) @name body: (_)? @body) @definition.function
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
(local_function_statement (modifier) @async (#eq? @async "async")
  name: (identifier) @name body: (_)? @body) @definition.function

; `extension(T t) { ... }` reads like a constructor; what is in it belongs to the class around.
(constructor_declaration
  name: (identifier) @name (#not-eq? @name "extension")
  (constructor_initializer)? @body
  body: (_)? @body) @definition.constructor
(destructor_declaration "~" @name body: (_)? @body) @definition.function
(operator_declaration "operator" @name body: (_)? @body) @definition.function
(conversion_operator_declaration
  "operator" @name body: (_)? @body) @definition.function

(property_declaration
  name: (identifier) @name
  [accessors: (_) value: (arrow_expression_clause)] @body) @definition.property
(indexer_declaration
  "this" @name
  [accessors: (_) value: (arrow_expression_clause)] @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_) @body) @definition.property

(lambda_expression body: (_) @body) @definition.lambda
(lambda_expression (modifier) @async (#eq? @async "async") body: (_) @body) @definition.lambda
(anonymous_method_expression (block) @body) @definition.lambda
(anonymous_method_expression
  (modifier) @async (#eq? @async "async") (block) @body) @definition.lambda

; Parameters, each belonging to the innermost definition around it.

(parameter name: (identifier) @parameter)
(parameter_list name: (identifier) @parameter)
(implicit_parameter) @parameter

(using_directive) @import
(extern_alias_directive) @import
