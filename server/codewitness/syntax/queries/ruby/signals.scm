(call) @call
(super) @call

[(instance_variable) (class_variable)] @attribute

(assignment left: [(instance_variable) (class_variable)] @attribute.write)
(operator_assignment left: [(instance_variable) (class_variable)] @attribute.write)
(left_assignment_list [(instance_variable) (class_variable)] @attribute.write)
(destructured_left_assignment [(instance_variable) (class_variable)] @attribute.write)
(rest_assignment [(instance_variable) (class_variable)] @attribute.write)
(exception_variable [(instance_variable) (class_variable)] @attribute.write)
(for pattern: [(instance_variable) (class_variable)] @attribute.write)

(assignment left: (call) @attribute @attribute.write)
(operator_assignment left: (call) @attribute @attribute.write)
(left_assignment_list (call) @attribute @attribute.write)
(destructured_left_assignment (call) @attribute @attribute.write)
(rest_assignment (call) @attribute @attribute.write)
(exception_variable (call) @attribute @attribute.write)
(for pattern: (call) @attribute @attribute.write)

(element_reference) @subscript

(call
  !receiver
  method: (identifier) @_raise
  arguments: (argument_list . [
    (constant) (scope_resolution) (string) (identifier) (instance_variable) (class_variable)
    (global_variable) (element_reference) (conditional) (binary) (self) (parenthesized_statements) (heredoc_beginning)
  ] @raise)
  (#any-of? @_raise "raise" "fail"))
; What is raised is the class that makes it.
(call
  !receiver
  method: (identifier) @_raise
  arguments: (argument_list . (call receiver: (_) @raise method: (_) @_new))
  (#any-of? @_raise "raise" "fail")
  (#eq? @_new "new"))
(call
  !receiver
  method: (identifier) @_raise
  arguments: (argument_list . (call method: (_)? @_new) @raise)
  (#any-of? @_raise "raise" "fail")
  (#not-eq? @_new "new"))

(exceptions [
  (constant) (scope_resolution) (identifier) (call) (instance_variable) (element_reference)
] @handle)
(exceptions (splat_argument (_) @handle))

[(while) (until) (for) (while_modifier) (until_modifier)] @loop
(call !receiver method: (identifier) @_loop block: (_) (#eq? @_loop "loop")) @loop
[(if) (unless) (if_modifier) (unless_modifier) (case) (case_match)] @conditional
[(rescue) (ensure) (rescue_modifier)] @try

; Bare names are calls unless they are local variables.

(identifier) @bare
[(block) (do_block)] @bare.block

(call method: (identifier) @bare.not)
(call receiver: (identifier) @bare.not !method)
(alias (identifier) @bare.not)
(undef (identifier) @bare.not)

[
  (assignment left: (identifier) @bare.bound)
  (operator_assignment left: (identifier) @bare.bound)
  (left_assignment_list (identifier) @bare.bound)
  (destructured_left_assignment (identifier) @bare.bound)
  (rest_assignment (identifier) @bare.bound)
  (block_parameters (identifier) @bare.bound)
  (destructured_parameter (identifier) @bare.bound)
  (optional_parameter name: (identifier) @bare.bound)
  (keyword_parameter name: (identifier) @bare.bound)
  (splat_parameter name: (identifier) @bare.bound)
  (hash_splat_parameter name: (identifier) @bare.bound)
  (block_parameter name: (identifier) @bare.bound)
  (exception_variable (identifier) @bare.bound)
  (for pattern: (identifier) @bare.bound)
  (in_clause pattern: (identifier) @bare.bound)
  (match_pattern pattern: (identifier) @bare.bound)
  (test_pattern pattern: (identifier) @bare.bound)
  (as_pattern name: (identifier) @bare.bound)
  (array_pattern (identifier) @bare.bound)
  (find_pattern (identifier) @bare.bound)
  (keyword_pattern value: (identifier) @bare.bound)
  (keyword_pattern key: (hash_key_symbol) @bare.bound !value)
]
