; Definitions, with the nodes that name, wrap and embody them.

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function

; A method is named after its receiver's type, whatever pointers and type parameters are there.
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @qualifier
    (generic_type type: (type_identifier) @qualifier)
    (pointer_type [
      (type_identifier) @qualifier
      (generic_type type: (type_identifier) @qualifier)
    ])
  ]))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type) @body) @definition.interface
(type_spec name: (_) @name type: [
  (array_type) (channel_type) (function_type) (generic_type) (map_type) (negated_type)
  (parenthesized_type) (pointer_type) (qualified_type) (slice_type) (type_identifier)
]) @definition.type
(type_alias name: (_) @name) @definition.type
(type_declaration . [(type_spec) (type_alias)] @inner .) @outer

(interface_type (method_elem name: (field_identifier) @name) @definition.method)

(func_literal body: (block) @body) @definition.lambda

; A function that is bound to a name of its own.
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (block) @body) @definition.function .))
(assignment_statement
  left: (expression_list . (identifier) @name .)
  operator: "="
  right: (expression_list . (func_literal body: (block) @body) @definition.function .))
(var_spec
  . name: (identifier) @name
  value: (expression_list . (func_literal body: (block) @body) @definition.function .))
(short_var_declaration
  left: (expression_list . (identifier) .)
  right: (expression_list . (func_literal) @inner .)) @outer
(var_declaration . (var_spec . name: (identifier) value: (expression_list . (func_literal) @inner .)) .) @outer

; Parameters, each belonging to the innermost definition around it.

(function_declaration parameters: (parameter_list (_ name: (identifier) @parameter)))
(method_declaration parameters: (parameter_list (_ name: (identifier) @parameter)))
(func_literal parameters: (parameter_list (_ name: (identifier) @parameter)))

(import_declaration) @import
(package_clause (package_identifier) @package)
