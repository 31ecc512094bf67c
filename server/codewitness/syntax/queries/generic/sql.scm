(create_table (object_reference) @path) @definition.struct
(create_view . (keyword_create) (object_reference) @path) @definition.struct
(create_materialized_view (object_reference) @path) @definition.struct
(create_function (object_reference) @path) @definition.function
(create_type (object_reference) @path) @definition.class
(create_trigger (object_reference) @path) @definition.function
(create_index column: (_) @name) @definition.type
(comment) @comment
(marginalia) @comment
