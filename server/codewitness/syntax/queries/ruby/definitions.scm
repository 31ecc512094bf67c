; Definitions, with the nodes that name and embody them. Blocks belong to the code around them.

(method name: (_) @name body: (_)? @body) @definition.function
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(program (singleton_method object: (constant) @qualifier name: (_) @name body: (_)? @body) @definition.method)

(class name: (_) @name body: (_)? @body) @definition.class
(module name: (_) @name body: (_)? @body) @definition.module

; A class that is made by a call and named by assignment.
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_new
    block: (_ body: (_) @body))
  (#any-of? @_maker "Class" "Struct" "Data")
  (#any-of? @_new "new" "define")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_ body: (_) @body))
  (#eq? @_maker "Module")
  (#eq? @_new "new")) @definition.module

(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new !block)
  (#any-of? @_maker "Class" "Struct" "Data")
  (#any-of? @_new "new" "define")) @definition.class

; Methods that a call makes, and other names of methods.
((call
  !receiver
  method: (identifier) @_maker
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_ body: (_)? @body)) @definition.function
  (#any-of? @_maker "define_method" "define_singleton_method"))
((call
  !receiver
  method: (identifier) @_maker
  block: (_ parameters: (block_parameters (_) @parameter)))
  (#any-of? @_maker "define_method" "define_singleton_method"))
(alias name: (_) @name alias: (_) @body) @definition.function
((call
  !receiver
  method: (identifier) @_maker
  arguments: (argument_list
    . [(simple_symbol) @name (string . (string_content) @name .)]
    . [(simple_symbol) (string)] @body .)) @definition.function
  (#eq? @_maker "alias_method"))

(lambda body: (_) @body) @definition.lambda

; A lambda that is bound to a name of its own.
(assignment
  left: [(identifier) (constant)] @name
  right: (lambda body: (_) @body) @definition.function)
(assignment left: [(identifier) (constant)] right: (lambda) @inner) @outer

; Parameters, each belonging to the innermost definition around it.

(method_parameters (_) @parameter)
(lambda_parameters (_) @parameter)

(call
  !receiver
  method: (identifier) @_require
  (#any-of? @_require "require" "require_relative" "load" "autoload")) @import
