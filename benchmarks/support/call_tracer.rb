# Notes which methods of a folder call which, while its tests run.
#
#   RUBYOPT=-r/path/to/call_tracer.rb TRACE_ROOT=lib TRACE_OUT=trace.json rspec
#
# Each process writes TRACE_OUT.<pid>, JSON: {"edges": [[path, line, path, line, method], ...], "ran":
# [[path, line], ...]}. The first two of an edge are the place of the call, the others the method that
# runs; what a method that is not written in Ruby calls is called where that one is.

module CallTracer
  ROOT = "#{File.realpath(ENV.fetch("TRACE_ROOT"))}/"
  EDGES = {}
  RAN = {}
  @own = {}

  def self.own?(path)
    @own.fetch(path) { @own[path] = real(path).start_with?(ROOT) }
  end

  def self.real(path)
    File.exist?(path) ? File.realpath(path) : path
  end

  def self.begins(point)
    return unless own?(point.path)

    RAN[[point.path, point.lineno]] = true
    at = caller_locations(3, 1)&.first
    return unless at && own?(at.path)

    EDGES[[at.path, at.lineno, point.path, point.lineno, point.method_id.to_s]] = true
  end

  def self.short(parts)
    parts.map { |part| part.is_a?(String) ? real(part).delete_prefix(ROOT) : part }
  end
end

tracer = TracePoint.new(:call) { |point| CallTracer.begins(point) }
at_exit do
  tracer.disable
  require "json"
  edges, ran = [CallTracer::EDGES, CallTracer::RAN].map { |one| one.keys.map { |parts| CallTracer.short(parts) } }
  File.write("#{ENV.fetch("TRACE_OUT")}.#{Process.pid}", JSON.dump({ edges: edges, ran: ran }))
end
tracer.enable
