; inherits: c_family

[(new_expression) (compound_literal_expression) (field_initializer)] @call

(throw_statement . (_) @raise)
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @handle)))

(for_range_loop) @loop
[(try_statement) (seh_try_statement)] @try

; Types that are written as expressions.
(decltype) @outside
