(message (message_name) @name) @definition.struct
(enum (enum_name) @name) @definition.enum
(service (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.function
(extend (full_ident) @path) @definition.extension
(comment) @comment
