(module (module_statement (name) @name)) @definition.module
(submodule (submodule_statement (name) @name)) @definition.module
(program (program_statement (name) @name)) @definition.function
(subroutine (subroutine_statement name: (_) @name)) @definition.function
(function (function_statement name: (_) @name)) @definition.function
(derived_type_definition (derived_type_statement (type_name) @name)) @definition.struct
(comment) @comment
