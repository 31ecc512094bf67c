; inherits: c_family

(class_interface . (identifier) @name !category
  [(instance_variables) (method_declaration) (property_declaration)]* @body) @definition.class
(class_interface . (identifier) @name category: (_)
  [(method_declaration) (property_declaration)]* @body) @definition.extension
(class_implementation . (identifier) @name
  (implementation_definition)* @body) @definition.extension
(protocol_declaration . (identifier) @name
  [(method_declaration) (property_declaration) (qualified_protocol_interface_declaration)]* @body)
  @definition.interface

(method_definition . (method_type)? . (identifier) @name
  (compound_statement) @body) @definition.method
(protocol_declaration (method_declaration . (method_type)? . (identifier) @name) @definition.method)
(qualified_protocol_interface_declaration
  (method_declaration . (method_type)? . (identifier) @name) @definition.method)

(implementation_definition (_) @inner) @outer

(block_literal (compound_statement) @body) @definition.lambda
(init_declarator
  declarator: (function_declarator
    declarator: (parenthesized_declarator (block_pointer_declarator)) @name)
  value: (block_literal (compound_statement) @body) @definition.function)
(declaration declarator: (init_declarator value: (block_literal) @inner)) @outer

(type_definition type: (typedefed_specifier) declarator: (_) @name) @definition.type

(method_parameter) @parameter

(module_import) @import
