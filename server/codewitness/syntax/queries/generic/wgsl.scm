(struct_declaration name: (_) @name) @definition.struct
(function_declaration name: (_) @name) @definition.function
(line_comment) @comment
(block_comment) @comment
