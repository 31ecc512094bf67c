; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (while_statement)] @loop
(for_statement body: (_) @in.loop)
(while_statement condition: (_) @in.loop @condition body: (_) @in.loop)
(for_statement alternative: (else_clause body: (_) @in.else))
(while_statement alternative: (else_clause body: (_) @in.else))
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)]
  @comprehension
(list_comprehension body: (_) @in.comprehension)
(set_comprehension body: (_) @in.comprehension)
(dictionary_comprehension body: (_) @in.comprehension)
(generator_expression body: (_) @in.comprehension)
(for_statement right: (_) @iterated)
(for_in_clause right: (_) @iterated)

[(if_statement) (match_statement)] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(elif_clause condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (else_clause body: (_) @in.branch @in.else))
(match_statement subject: (_) @condition)
(case_clause consequence: (_) @in.branch)
(conditional_expression . (_) @in.branch . (_) @condition . (_) @in.branch @fallback)
(if_clause (_) @condition)
(boolean_operator right: (_) @in.branch)
(boolean_operator operator: "or" right: (_) @fallback)
(assert_statement . (_) @condition)

(try_statement) @try
(try_statement body: (_) @in.try)
(try_statement (else_clause body: (_) @in.else))
(except_clause) @handler
(except_clause (block) @in.handler)
(finally_clause (block) @in.finally)
(with_statement) @with
(with_statement body: (_) @in.with)

(block [(call) (await)] @statement)
(module [(call) (await)] @statement)
(return_statement) @return
(yield) @yield
(await) @await
(for_statement "async" @await)
(with_statement "async" @await)
(raise_statement) @raised

(decorator) @decorator
(class_definition superclasses: (argument_list (_) @base))
(default_parameter value: (_) @default)
(typed_default_parameter value: (_) @default)
(function_definition return_type: (_) @result)

(assignment left: (identifier) @bound)
(assignment left: (pattern_list (identifier) @bound))
(assignment left: (tuple_pattern (identifier) @bound))
(augmented_assignment left: (identifier) @bound)
(named_expression name: (identifier) @bound)
(for_statement left: (identifier) @bound)
(for_statement left: (pattern_list (identifier) @bound))
(for_statement left: (tuple_pattern (identifier) @bound))
(for_in_clause left: (identifier) @bound)
(for_in_clause left: (pattern_list (identifier) @bound))
(for_in_clause left: (tuple_pattern (identifier) @bound))
(as_pattern_target (identifier) @bound)
(global_statement (identifier) @global)
(nonlocal_statement (identifier) @global)

(assignment left: (_) @assigned right: (_) @assigned.value)
(augmented_assignment left: (_) @assigned right: (_) @assigned.value)
(delete_statement (_) @deleted)

[(import_statement) (import_from_statement)] @import

(comment) @text
(string_content) @text
