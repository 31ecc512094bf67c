; inherits: c_family

[(new_expression) (compound_literal_expression) (field_initializer)] @call

; A member that a constructor initialises is written.
(field_initializer . (field_identifier) @attribute @attribute.write)

(throw_statement . (_) @raise)
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @handle)))

(for_range_loop) @loop
[(try_statement) (seh_try_statement)] @try

; What a lambda captures is made where it stands.
(lambda_capture_initializer right: (_) @inside)

; Types that are written as expressions.
(decltype) @outside

(identifier) @word
(declaration declarator: (identifier) @word.bound)
(init_declarator declarator: (identifier) @word.bound)
(pointer_declarator declarator: (identifier) @word.bound)
(reference_declarator (identifier) @word.bound)
(array_declarator declarator: (identifier) @word.bound)
(for_range_loop declarator: (identifier) @word.bound)
(structured_binding_declarator (identifier) @word.bound)
