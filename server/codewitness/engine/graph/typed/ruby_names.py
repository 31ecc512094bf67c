"""Names of methods that every Ruby object or class has: a bare one is taken to be Ruby's own."""

from __future__ import annotations

from codewitness.engine.graph.builtin_names import words

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
