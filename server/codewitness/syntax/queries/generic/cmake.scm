(function_def (function_command (argument_list . (argument) @name))) @definition.function
(macro_def (macro_command (argument_list . (argument) @name))) @definition.macro
((normal_command (identifier) @_word (argument_list . (argument) @name)) @definition.type
  (#any-of? @_word "add_executable" "add_library" "add_custom_target"))
(line_comment) @comment
(bracket_comment) @comment
