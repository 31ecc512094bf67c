; Definitions, with the nodes that name, wrap and embody them. An unnamed companion is no definition:
; its members are those of the class.

(class_declaration (type_identifier) @name [(class_body) (enum_class_body)]? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.object
(companion_object (type_identifier) @name (class_body)? @body) @definition.object
(enum_entry (simple_identifier) @name (class_body) @body) @definition.object
(type_alias (type_identifier) @name) @definition.type

(function_declaration
  receiver: (receiver_type [
    (user_type (type_identifier) @qualifier .)
    (user_type (type_identifier) @qualifier . (type_arguments) .)
    (nullable_type (user_type (type_identifier) @qualifier .))
    (nullable_type (user_type (type_identifier) @qualifier . (type_arguments) .))
  ])
  (simple_identifier) @name
  (function_body)? @body) @definition.function
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(function_declaration (modifiers (function_modifier) @async (#eq? @async "suspend"))
  (simple_identifier) @name (function_body)? @body) @definition.function

(secondary_constructor
  "constructor" @name
  (constructor_delegation_call)? @body
  "}"? @body) @definition.constructor

; A property's accessors stand in it or, on lines of their own, behind it; the second one has a name
; of its own (`Box.width.set`).

(property_declaration
  receiver: (receiver_type (user_type . (type_identifier) @qualifier))
  (variable_declaration . (simple_identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.property
(property_declaration
  (variable_declaration . (simple_identifier) @name)
  [(getter (function_body)) (setter (function_body))] @body) @definition.property

(_
  (property_declaration
    receiver: (receiver_type (user_type . (type_identifier) @qualifier))?
    (variable_declaration . (simple_identifier) @name))
  . [(line_comment) (multiline_comment)]*
  . [(getter (function_body) @body) (setter (function_body) @body)] @definition.property)
(_
  (property_declaration
    receiver: (receiver_type (user_type . (type_identifier) @qualifier))?
    (variable_declaration . (simple_identifier) @qualifier))
  . [(line_comment) (multiline_comment)]*
  . [(getter) (setter)]
  . [(line_comment) (multiline_comment)]*
  . [(getter "get" @name (function_body) @body) (setter "set" @name (function_body) @body)]
    @definition.property)

(lambda_literal (statements)? @body) @definition.lambda
(anonymous_function (function_body)? @body) @definition.lambda

(property_declaration
  (variable_declaration . (simple_identifier) @name)
  [
    (lambda_literal (statements)? @body)
    (anonymous_function (function_body)? @body)
  ] @definition.function)
(property_declaration [(lambda_literal) (anonymous_function)] @inner) @outer

; An anonymous object is called after what it extends; its arguments belong to the code around it.

(object_literal (delegation_specifier [
  (user_type (type_identifier) @name .)
  (user_type (type_identifier) @name . (type_arguments) .)
  (constructor_invocation (user_type (type_identifier) @name .))
  (constructor_invocation (user_type (type_identifier) @name . (type_arguments) .))
]) (class_body) @definition.object @body)
(object_literal "object" @name (class_body) @definition.object @body)
(object_literal (class_body) @inner) @around

; Parameters, each belonging to the innermost definition around it.

(function_value_parameters (parameter . (simple_identifier) @parameter))
(setter (parameter_with_optional_type . (simple_identifier) @parameter))
(lambda_parameters (variable_declaration . (simple_identifier) @parameter))
(lambda_parameters (multi_variable_declaration
  (variable_declaration . (simple_identifier) @parameter)))

(import_header) @import
(package_header (identifier) @package)
