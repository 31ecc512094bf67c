(from_instruction as: (image_alias) @name) @definition.type @open
(from_instruction (image_spec) @name !as) @definition.type @open
(comment) @comment
