; One short pattern per thing: with alternatives inside, this grammar's take long to compile.
; Of several matches for a node the first counts; a later one can only add that it is async.

(function_declaration "func" . _ @name body: (_) @body) @definition.function
(function_declaration "async" @async body: (_) @body) @definition.function
(protocol_function_declaration "func" . _ @name) @definition.function
(protocol_function_declaration "async" @async) @definition.function

(init_declaration "init" @name body: (_) @body) @definition.constructor
(init_declaration "async" @async body: (_) @body) @definition.constructor
(init_declaration !body "init" @name) @definition.constructor
(deinit_declaration "deinit" @name body: (_) @body) @definition.function

(subscript_declaration "subscript" @name (computed_property) @body) @definition.property
(property_declaration
  name: (pattern bound_identifier: (_) @name)
  computed_value: (_) @body) @definition.property
(property_declaration
  name: (pattern bound_identifier: (_) @name)
  (willset_didset_block) @body) @definition.property

; The body of a closure begins behind `in`.
(lambda_literal (lambda_function_type "async"? @async)? (statements)? @body "}" @body) @definition.lambda

(property_declaration
  name: (pattern bound_identifier: (_) @name)
  value: (lambda_literal (lambda_function_type "async"? @async)? (statements)? @body "}" @body)
    @definition.function)

; Types.

(class_declaration declaration_kind: "class" name: (_) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "actor" name: (_) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension"
  name: (user_type (type_identifier) @name . (type_arguments)) body: (_) @body) @definition.extension
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body)
  @definition.extension
(protocol_declaration name: (_) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type
(macro_declaration (simple_identifier) @name) @definition.macro

(property_declaration value: (lambda_literal) @inner) @outer

(parameter name: (simple_identifier) @parameter)
(lambda_parameter name: (simple_identifier) @parameter)
(computed_setter (simple_identifier) @parameter)

(import_declaration) @import
