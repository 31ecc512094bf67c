; Functions; which of them are but macros with a block, `refine` decides.

(function_definition declarator: (_) @name body: (_) @body) @definition.function

(linkage_specification body: (function_definition) @inner) @outer

; Types. One that is made by `typedef` bears the name that it gets there.

(type_definition
  type: (struct_specifier !name body: (_) @body) @definition.struct
  . declarator: (type_identifier) @name)
(type_definition
  type: (union_specifier !name body: (_) @body) @definition.union
  . declarator: (type_identifier) @name)
(type_definition
  type: (enum_specifier !name body: (_) @body) @definition.enum
  . declarator: (type_identifier) @name)

(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.union
(enum_specifier name: (_) @name body: (_) @body) @definition.enum

(type_definition
  type: [
    (struct_specifier body: (_))
    (union_specifier body: (_))
    (enum_specifier body: (_))
  ] @inner) @outer

(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: (_) @name) @definition.type

(preproc_function_def name: (identifier) @name) @definition.macro

(parameter_declaration) @parameter

(preproc_include) @import
