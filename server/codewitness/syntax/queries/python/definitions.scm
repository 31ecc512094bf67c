; Definitions, with the nodes that name, wrap and embody them.

(function_definition "async"? @async name: (identifier) @name body: (block) @body) @definition.function

(class_definition name: (identifier) @name body: (block) @body) @definition.class

(lambda body: (_) @body) @definition.lambda

(decorated_definition definition: (_) @inner) @outer

; Parameters, each belonging to the innermost definition around it.

(parameters [
  (identifier) @parameter
  (typed_parameter . (identifier) @parameter)
  (default_parameter name: (identifier) @parameter)
  (typed_default_parameter name: (identifier) @parameter)
  (list_splat_pattern (identifier) @parameter)
  (dictionary_splat_pattern (identifier) @parameter)
  (typed_parameter (list_splat_pattern (identifier) @parameter))
  (typed_parameter (dictionary_splat_pattern (identifier) @parameter))
])

(lambda_parameters [
  (identifier) @parameter
  (default_parameter name: (identifier) @parameter)
  (list_splat_pattern (identifier) @parameter)
  (dictionary_splat_pattern (identifier) @parameter)
])

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
