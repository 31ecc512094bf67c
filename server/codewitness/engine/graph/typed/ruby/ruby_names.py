"""Names of methods that every Ruby object or class has, and those of its text and lists."""

from __future__ import annotations

from codewitness.engine.graph.listed import words

# A bare one is taken to be Ruby's own.
KERNEL = words(
    "Array Complex Float Hash Integer Rational String __callee__ __dir__ __method__ abort"
    " alias_method at_exit attr_accessor attr_reader attr_writer autoload autoload? binding"
    " block_given? caller caller_locations catch class class_eval clone const_get const_set"
    " define_method dup eval exec exit exit! extend fail fork format freeze frozen? gem"
    " gem_original_require gets global_variables hash include initialize_clone initialize_copy"
    " initialize_dup inspect instance_eval instance_exec instance_variable_get"
    " instance_variable_set is_a? iterator? kind_of? lambda load local_variables loop method"
    " module_function new nil? object_id open p pp prepend print printf private"
    " private_class_method private_constant proc protected public public_send putc puts raise"
    " rand readline readlines remove_method require require_relative respond_to?"
    " respond_to_missing? select send set_trace_func sleep spawn sprintf srand super syscall"
    " system tap test then throw to_s trace_var trap undef_method untrace_var warn"
)
CONTENT = KERNEL | words(
    "! != + - * / % << == === =~ [] []= <=> all? any? collect compact concat count delete delete_if"
    " detect downcase each each_key each_pair each_value each_with_index each_with_object empty?"
    " fetch find find_all first flat_map flatten gsub include? index inject join key? keys last"
    " length map match match? merge merge! min max none? pop push read reduce reject reverse scan"
    " select! shift size slice sort sort_by split start_with? end_with? strip sub sum take to_a"
    " to_f to_h to_i to_json to_sym uniq unshift upcase values write zip"
)

# What a method has that was taken as an object by `method(:name)`.
OF_METHODS = words(
    "() << === >> [] arity bind bind_call call curry name original_name owner parameters receiver"
    " source_location super_method to_proc unbind yield"
)

# What `Comparable` has, and what it asks.
COMPARED = ("<", ">", "<=", ">=", "between?", "clamp")
COMPARING = "<=>"

# What `Enumerable` has, and what it runs.
ENUMERATED = words(
    "all? any? chunk_while collect collect_concat count cycle detect drop drop_while each_cons"
    " each_entry each_slice each_with_index each_with_object entries filter filter_map find"
    " find_all find_index first flat_map group_by include? inject lazy map max max_by member?"
    " min min_by minmax none? one? partition reduce reject reverse_each select slice_when sort"
    " sort_by sum take take_while tally to_a to_h to_set uniq zip"
)
ENUMERATING = "each"
