(config_file (body (block . (identifier) @name . (block_start)) @definition.type))
(config_file (body (block . (identifier) @name . (string_lit) @name . (block_start)) @definition.type))
(config_file (body
  (block . (identifier) @name . (string_lit) @name . (string_lit) @name . (block_start))
  @definition.type))
(config_file (body (block . (identifier) @name . (identifier) @name . (block_start)) @definition.type))
(comment) @comment
