; inherits: ecma

(extends_clause value: (_) @base)
(implements_clause (_) @base)
(extends_type_clause (_) @base)
(required_parameter value: (_) @default)
(optional_parameter value: (_) @default)
(method_definition return_type: (_) @result)
(function_declaration return_type: (_) @result)
(arrow_function return_type: (_) @result)
