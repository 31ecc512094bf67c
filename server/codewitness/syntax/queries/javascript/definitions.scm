; inherits: ecma, jsx

(field_definition property: [(property_identifier) (private_property_identifier)] @name value: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)

(field_definition value: [
  (arrow_function) (function_expression) (generator_function)
] @inner) @outer

; A class without a name is called after what it extends.

(class (class_heritage [
  (identifier) @name
  (member_expression property: (_) @name)
]) body: (_) @body) @definition.class
(class "class" @name body: (_) @body) @definition.class
