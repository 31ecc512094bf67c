; Definitions, with the nodes that name and embody them.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name body: (_) @body) @definition.object

(method_declaration name: (identifier) @name body: (block)? @body) @definition.function
(annotation_type_element_declaration name: (identifier) @name) @definition.function
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor

(lambda_expression body: (_) @body) @definition.lambda

; An anonymous class is called after what it extends; its arguments belong to the code around it.

(object_creation_expression type: [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type . (type_identifier) @name)
  (generic_type . (scoped_type_identifier (type_identifier) @name .))
  (annotated_type (type_identifier) @name .)
] (class_body) @definition.object @body)
(object_creation_expression (class_body) @inner) @around

; Parameters, each belonging to the innermost definition around it.

(formal_parameter name: (identifier) @parameter)
(spread_parameter (variable_declarator name: (identifier) @parameter))
(inferred_parameters (identifier) @parameter)
(lambda_expression parameters: (identifier) @parameter)

(import_declaration) @import
(package_declaration [(identifier) (scoped_identifier)] @package)
