(method_invocation) @call
(object_creation_expression) @call
(explicit_constructor_invocation) @call

(field_access field: (identifier)) @attribute
(method_reference (_) (identifier)) @attribute

(assignment_expression left: (field_access) @attribute.write)
(update_expression (field_access) @attribute.write)

(array_access) @subscript

(throw_statement (_) @raise)

(catch_type [
  (type_identifier)
  (scoped_type_identifier)
  (generic_type)
  (annotated_type)
] @handle)

[(for_statement) (enhanced_for_statement) (while_statement) (do_statement)] @loop
[(if_statement) (switch_expression)] @conditional
[(try_statement) (try_with_resources_statement)] @try

[(annotation) (marker_annotation)] @outside

(identifier) @word
(local_variable_declaration (variable_declarator name: (identifier) @word.bound))
(enhanced_for_statement name: (identifier) @word.bound)
(catch_formal_parameter name: (identifier) @word.bound)
(resource name: (identifier) @word.bound)
(instanceof_expression name: (identifier) @word.bound)
(type_pattern (identifier) @word.bound)
(record_pattern_component (identifier) @word.bound)
