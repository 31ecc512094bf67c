(module_definition name: (_) @name) @definition.module
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))
])) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)
])) @definition.trait
(function_definition (signature (call_expression . (_) @path))) @definition.function
(function_definition (signature (typed_expression . (call_expression . (_) @path)))) @definition.function
(function_definition (signature (where_expression . (call_expression . (_) @path)))) @definition.function
(function_definition
  (signature (where_expression . (typed_expression . (call_expression . (_) @path)))))
  @definition.function
(assignment . (call_expression . (_) @path)) @definition.function
(assignment . (where_expression . (call_expression . (_) @path))) @definition.function
(macro_definition (signature (call_expression . (_) @name))) @definition.macro
(line_comment) @comment
(block_comment) @comment
