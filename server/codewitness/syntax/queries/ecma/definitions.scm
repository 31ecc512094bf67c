; What JavaScript and TypeScript have in common. Of several matches for a node the first counts.

[
  (function_declaration "async"? @async name: (_) @name body: (_) @body)
  (generator_function_declaration "async"? @async name: (_) @name body: (_) @body)
  (function_expression "async"? @async name: (_) @name body: (_) @body)
  (generator_function "async"? @async name: (_) @name body: (_) @body)
] @definition.function

[
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async !name body: (_) @body)
  (generator_function "async"? @async !name body: (_) @body)
] @definition.lambda

(method_definition "async"? @async
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (number) @name
    (string (string_fragment) @name)
    (computed_property_name [
      (identifier) @name
      (member_expression property: (_) @name)
      (string (string_fragment) @name)
    ])
  ]
  body: (_) @body) @definition.function

(method_definition "async"? @async body: (_) @body) @definition.function

(class_static_block "static" @name body: (_) @body) @definition.function

; Functions that get their name from what they are bound to.

(variable_declarator name: (identifier) @name value: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)

(assignment_expression left: (identifier) @name right: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)

((assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @qualifier property: (_) @_prototype)
    property: (_) @name)
  right: [
    (arrow_function "async"? @async body: (_) @body)
    (function_expression "async"? @async body: (_) @body)
    (generator_function "async"? @async body: (_) @body)
  ] @definition.function)
  (#eq? @_prototype "prototype"))

((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @qualifier property: (_) @name)
  right: [
    (arrow_function "async"? @async body: (_) @body)
    (function_expression "async"? @async body: (_) @body)
    (generator_function "async"? @async body: (_) @body)
  ] @definition.function)
  (#not-match? @qualifier
    "^module$|^(module\\.)?exports$|^(this|self|window|global|globalThis)\\b|\\.prototype$|[^\\w$.]"))

((assignment_expression left: (member_expression property: (_) @name) right: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)
  (#not-eq? @name "exports"))

; What a module exports as a whole keeps its own name, if it has one.
((assignment_expression left: (member_expression property: (_) @name) right: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async !name body: (_) @body)
  (generator_function "async"? @async !name body: (_) @body)
] @definition.function)
  (#eq? @name "exports"))

(pair
  key: [
    (property_identifier) @name
    (string (string_fragment) @name)
    (computed_property_name [(identifier) @name (member_expression property: (_) @name)])
  ]
  value: [
    (arrow_function "async"? @async body: (_) @body)
    (function_expression "async"? @async body: (_) @body)
    (generator_function "async"? @async body: (_) @body)
  ] @definition.function)

(export_statement "default" @name value: [
  (arrow_function "async"? @async body: (_) @body)
  (function_expression "async"? @async body: (_) @body)
  (generator_function "async"? @async body: (_) @body)
] @definition.function)

; Classes.

[
  (class_declaration name: (_) @name body: (_) @body)
  (class name: (_) @name body: (_) @body)
] @definition.class

(variable_declarator name: (identifier) @name value: (class body: (_) @body) @definition.class)
(assignment_expression
  left: (identifier) @name right: (class body: (_) @body) @definition.class)
((assignment_expression
  left: (member_expression property: (_) @name) right: (class body: (_) @body) @definition.class)
  (#not-eq? @name "exports"))
((assignment_expression
  left: (member_expression property: (_) @name)
  right: (class !name body: (_) @body) @definition.class)
  (#eq? @name "exports"))
(export_statement "default" @name value: (class body: (_) @body) @definition.class)

; Objects of the top level that hold functions; `refine` looks into parentheses and casts.

(variable_declarator name: (identifier) @name value: (object [
  (method_definition)
  (pair value: [
    (arrow_function) (function_expression) (generator_function) (parenthesized_expression)
  ])
]) @definition.object @body)

((assignment_expression
  left: (member_expression object: (identifier) @name property: (_) @_prototype)
  right: (object) @definition.extension @body)
  (#eq? @_prototype "prototype"))

((call_expression
  function: (member_expression object: (identifier) @_object property: (_) @_assign)
  arguments: (arguments
    . (member_expression object: (identifier) @name property: (_) @_prototype)
    . (object) @definition.extension @body .))
  (#eq? @_object "Object")
  (#eq? @_assign "assign")
  (#eq? @_prototype "prototype"))

(assignment_expression left: (member_expression property: (_) @name) right: (object [
  (method_definition)
  (pair value: [
    (arrow_function) (function_expression) (generator_function) (parenthesized_expression)
  ])
]) @definition.object @body)

(export_statement "default" @name value: (object [
  (method_definition)
  (pair value: [
    (arrow_function) (function_expression) (generator_function) (parenthesized_expression)
  ])
]) @definition.object @body)

(parenthesized_expression (object [
  (method_definition)
  (pair value: [
    (arrow_function) (function_expression) (generator_function) (parenthesized_expression)
  ])
]) @definition.object @body)

; Wrappers.

(variable_declarator value: [
  (arrow_function) (function_expression) (generator_function) (class) (object)
] @inner) @outer

[
  (lexical_declaration . (variable_declarator value: [
    (arrow_function) (function_expression) (generator_function) (class) (object)
  ]) @inner .)
  (variable_declaration . (variable_declarator value: [
    (arrow_function) (function_expression) (generator_function) (class) (object)
  ]) @inner .)
] @outer

(export_statement declaration: (_) @inner) @outer
(export_statement value: (_) @inner) @outer

(assignment_expression right: [
  (arrow_function) (function_expression) (generator_function) (class) (object)
] @inner) @around

(expression_statement (assignment_expression right: [
  (arrow_function) (function_expression) (generator_function) (class) (object)
]) @inner) @around

(pair value: [(arrow_function) (function_expression) (generator_function)] @inner) @around

; Parameters and imports.

(formal_parameters) @parameter
(arrow_function parameter: (identifier) @parameter)

(import_statement) @import
(export_statement source: (_)) @import

((lexical_declaration (variable_declarator value: (call_expression
  function: (identifier) @_require arguments: (arguments (string))))) @import
  (#eq? @_require "require"))
((variable_declaration (variable_declarator value: (call_expression
  function: (identifier) @_require arguments: (arguments (string))))) @import
  (#eq? @_require "require"))
