; inherits: ecma

(class_heritage (expression) @base)
(assignment_pattern right: (_) @default)
