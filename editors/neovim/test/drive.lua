-- Drive a real Neovim with this folder; each line of the output is ok, FAIL or left out.
--
--   nvim --clean --headless -l editors/neovim/test/drive.lua      (codewitness on the PATH)
--
-- $CODEWITNESS_COMMAND may have the server's command as a JSON list.

local here = vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.runtimepath:prepend(here)
vim.cmd.filetype('on')

local workspace = vim.fs.joinpath(vim.fn.tempname(), 'shop')
vim.fn.mkdir(workspace, 'p')
vim.env.CODEWITNESS_CACHE_DIR = vim.fs.joinpath(vim.fs.dirname(workspace), 'cache')
vim.env.CODEWITNESS_DATA_DIR = vim.fs.joinpath(vim.fs.dirname(workspace), 'data')
vim.fn.writefile({ '[project]', 'name = "shop"' }, workspace .. '/pyproject.toml')
vim.fn.writefile({
  'class Reader:',
  '    """Reads orders from a source."""',
  '',
  '    def load(self, path):',
  '        self.check()',
  '        rows = self.source.read(path)',
  '        return rows[0]',
  '',
  '    def check(self): ...',
  '',
  'class Cache:',
  '    def load(self): ...',
}, workspace .. '/orders.py')
vim.fn.writefile({ '<?php', 'function parcel($row) { return send($row); }' }, workspace .. '/parcel.php')

local PATIENCE = 30000 -- ms, on a loaded machine
local failures = 0

local function say(text) io.stdout:write(text .. '\n') end

local function check(holds, what)
  say((holds and 'ok ' or 'FAIL ') .. what)
  failures = failures + (holds and 0 or 1)
end

local function wait(test) return vim.wait(PATIENCE, test, 20) end

local told = {}
vim.notify = function(message) table.insert(told, message) end
local function was_told(pattern)
  return wait(function() return vim.iter(told):any(function(one) return one:match(pattern) ~= nil end) end)
end

--- What a person chooses and types, in order.
local choices, inputs = {}, {}
vim.ui.select = function(items, options, on_choice)
  local wanted = table.remove(choices, 1) or ''
  for number, item in ipairs(items) do
    local label = (options.format_item or tostring)(item)
    if label:find(wanted, 1, true) then return on_choice(item, number) end
  end
  on_choice(nil)
end
vim.ui.input = function(_, on_confirm) on_confirm(table.remove(inputs, 1)) end

local function texts(items)
  return vim.tbl_map(function(item) return item.lnum .. ':' .. item.col .. ' ' .. item.text end, items)
end

if vim.env.CODEWITNESS_COMMAND then
  vim.lsp.config('codewitness', { cmd = vim.json.decode(vim.env.CODEWITNESS_COMMAND) })
end
vim.cmd.runtime('plugin/codewitness.lua') -- which `-l` leaves out
vim.cmd('Codewitness status')
check(was_told('no server is attached'), 'before a file is open that is told')
vim.lsp.enable('codewitness')
vim.cmd('checkhealth codewitness')
check(vim.fn.search('no buffer is attached') > 0, 'checkhealth says where it begins while it is nowhere')
local has = vim.fn.has
vim.fn.has = function(what) return what == 'nvim-0.11' and 0 or has(what) end
vim.cmd('checkhealth codewitness')
check(vim.fn.search('vim.lsp.start') > 0 and vim.fn.search('Exception') == 0, 'checkhealth in an older Neovim')
vim.fn.has = has
vim.cmd('silent! only')
vim.cmd.edit(workspace .. '/orders.py')
vim.cmd('Codewitness status')
check(was_told('the server is starting'), 'while it starts that is told')
check(was_told('[1-9]%d* of %d+ files'), 'and it is asked as soon as it is there, and has read its files')
local function attached()
  local found = vim.lsp.get_clients({ bufnr = 0, name = 'codewitness' })[1]
  return found and found.initialized and found
end
check(wait(attached), 'attached')
local client = assert(attached())
check(client.root_dir == workspace, 'root is the folder with the marker')
local ready = client:request_sync('workspace/executeCommand',
  { command = 'codewitness.waitForFresh', arguments = { { timeoutMs = 60000 } } }, 70000, 0)
check(ready and ready.result.fresh, 'indexed')

local source = vim.api.nvim_get_current_win()
local buffer = vim.api.nvim_get_current_buf()
local offered = {}
for _, name in ipairs(client.server_capabilities.executeCommandProvider.commands) do offered[name] = true end

--- A test of what needs a command of the server; left out by name while it has none.
local function test(name, needs, body)
  if not offered['codewitness.' .. needs] then
    return say('left out: ' .. name)
  end
  told, choices, inputs = {}, {}, {}
  vim.api.nvim_set_current_win(source)
  vim.api.nvim_set_current_buf(buffer)
  local fine, problem = xpcall(body, debug.traceback)
  if not fine then check(false, name .. '\n' .. problem) end
  vim.api.nvim_set_current_win(source)
  vim.cmd('silent! only')
end

local function at(line, column) vim.api.nvim_win_set_cursor(source, { line, column }) end

--- Run a command, wait until the list has a title that fits; gives its items.
local function listed(command, get, title)
  vim.cmd('Codewitness ' .. command)
  local fits = wait(function() return (get({ title = 1 }).title or ''):match(title) ~= nil end)
  assert(fits, ('%s: the list is called %s; told: %s'):format(command, get({ title = 1 }).title, vim.inspect(told)))
  return texts(get({ items = 1 }).items)
end

local function loclist(what) return vim.fn.getloclist(source, what) end

--- Text of a window that is not the source, once it has some that fits.
local function shown(pattern)
  local text
  local fits = wait(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if window ~= source then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        if text:match(pattern) then return true end
      end
    end
  end)
  assert(fits, 'no window has ' .. pattern .. '; told: ' .. vim.inspect(told))
  return text
end

check(vim.tbl_contains(vim.fn.getcompletion('Codewitness s', 'cmdline'), 'search'), 'actions are completed')
check(vim.tbl_contains(vim.fn.getcompletion('Codewitness search ca', 'cmdline'), 'calls:'), 'filters are completed')
local parsed, wrong = require('codewitness.filters').parse('path:"my code/**" "calls:fit" x -test f(path:str) mode:int) "not closed')
check(vim.deep_equal(parsed, {
  query = 'calls:fit x f(path:str) mode:int) not closed', paths = { 'my code/**' }, excludeTags = { 'domain:test' },
}) and #wrong == 0, 'quotes hold a filter together: ' .. vim.inspect(parsed))

test('hover', 'signals', function()
  at(4, 9)
  vim.lsp.buf.hover()
  check(shown('self.source.read') ~= nil, 'hover shows what the method does')
end)

local before
test('signals', 'signals', function()
  at(6, 8)
  before = listed('signals', loclist, 'orders.Reader.load')
  check(vim.tbl_contains(before, '6:16 calls self.source.read'), 'signals of the method at the cursor')
  vim.api.nvim_set_current_win(source)
  check(#listed('signals load', loclist, 'which one') == 2, 'a name that fits two methods lists both')
end)

test('signals of a class', 'signals', function()
  vim.cmd('Codewitness signals Reader')
  check(was_told('Reader %(a class has no signals of its own; ask for one of its methods: .*load'), 'the methods of a class are named')
end)

test('what is not read', 'signals', function()
  vim.cmd('Codewitness signals parcel')
  check(was_told('parcel %(calls and signals are not read in php%)'), 'signals that are not read are told as such')
  vim.cmd('Codewitness callers parcel')
  check(wait(function() return vim.fn.getqflist({ title = 1 }).title:match('not read in php') end), 'callers, too')
end)

test('unsaved text', 'signals', function()
  vim.api.nvim_buf_set_lines(buffer, 4, 4, false, { '        # größer 🙂', '        if not path: raise ValueError(path)' })
  local after = listed('signals Reader.load', loclist, 'orders.Reader.load')
  check(vim.tbl_contains(after, '6:28 raises ValueError'), 'the unsaved raise, at its line and column')
  check(vim.tbl_contains(after, '8:16 calls self.source.read'), 'what was below has moved')
end)

test('search', 'search', function()
  local found = listed('search raise ValueError path lang:py -test', vim.fn.getqflist, 'raise ValueError')
  check(vim.iter(found):any(function(text) return text:match('orders.Reader.load') end), 'search finds the method')
  local asked = 'search reader calls:source.read -test'
  vim.api.nvim_set_current_win(source)
  local passing = listed(asked, vim.fn.getqflist, 'source.read')
  local where = 'orders.Reader.load  %(%d+: self.source.read%)'
  check(vim.iter(passing):any(function(text) return text:match(where) end), 'search says where a filter passes')
  vim.api.nvim_set_current_win(source)
  vim.cmd('Codewitness search x in:dreams')
  check(was_told('in: takes code'), 'a filter that it does not know is told')
end)

test('verify', 'verify', function()
  vim.cmd('Codewitness verify Reader.load calls check')
  check(shown('SUPPORTED'):match('self.check%(%)') ~= nil, 'a verdict with its line in a float')
  check(loclist({ size = 1 }).size > 0, 'evidence in the location list')
  vim.cmd('Codewitness verify Reader.load has no loop')
  local other = shown('Reader.load has no loop')
  check(other ~= nil and other:match('^# [^\n]*SUPPORTED\n[^\n]*the claim holds') ~= nil,
    'another claim takes its place, with what was found at the top')
end)

test('a claim that is asked for', 'verify', function()
  inputs = { 'Reader.load calls check' }
  vim.cmd('Codewitness verify')
  check(shown('SUPPORTED'):match('self.check%(%)') ~= nil, 'verify without a claim asks for one')
end)

test('code action', 'verify', function()
  at(4, 9)
  inputs = { 'Reader.load calls check' }
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:match('Verify a claim') ~= nil end })
  check(shown('SUPPORTED') ~= nil, 'a code action asks for a claim and verifies it')
end)

test('callers', 'relationships', function()
  at(9, 9)
  local here = listed('callers', vim.fn.getqflist, 'callers of orders.Reader')
  check(vim.bo.buftype == 'quickfix', 'a list is gone to')
  check(vim.deep_equal(listed('callers', vim.fn.getqflist, 'callers of orders.Reader'), here),
    'there the command is about the window before')
  local found = listed('callers Reader.check', vim.fn.getqflist, 'callers of orders.Reader.check')
  check(vim.iter(found):any(function(text) return text:match('orders.Reader.load %[') end), 'callers with resolution')
  vim.cmd('Codewitness callers Reader.lode')
  check(was_told('^codewitness: no definition is named'), 'what is nowhere is told without the name of a field')
end)

test('answers in another order', 'relationships', function()
  local waiting, seen = {}, {}
  local slow = { client = { request = function(_, _, _, answered) table.insert(waiting, answered) end }, bufnr = buffer }
  for _, name in ipairs({ 'first', 'second' }) do
    require('codewitness.ask').ask(slow, 'relationships', { symbol = name }, function(answer) table.insert(seen, answer.symbol) end)
  end
  waiting[2](nil, { symbol = 'second' })
  waiting[1](nil, { symbol = 'first' })
  check(vim.deep_equal(seen, { 'second' }), 'an answer that comes behind a later one does not replace it')
end)

test('implementation', 'getImplementation', function()
  vim.cmd('Codewitness implementation logical Reader.load')
  check(shown('def load'):match('def check') ~= nil, 'an implementation with its helper')
end)

test('impact', 'impact', function()
  vim.cmd('Codewitness impact saved')
  check(shown('Reader.load: changed') ~= nil, 'impact of the unsaved edit')
  local load = { name = 'load', qualifiedName = 'orders.Reader.load', uri = vim.uri_from_fname(workspace .. '/orders.py') }
  local function page(effects)
    local reasons = { '`load` now calls `a; b`', '`load` now calls `a; b`; line 7: in a try', '`load` is async now' }
    local callers = vim.tbl_map(function(reason) return { symbol = load, sites = {}, reason = reason } end, reasons)
    local change = { symbol = load, kind = 'changed', effects = effects, callers = callers, contradicts = {} }
    return table.concat(require('codewitness.pages').impact({ changes = { change } }), '\n')
  end
  local calls, waits = { kind = 'callAdded', text = 'now calls `a; b`' }, { kind = 'asyncNow', text = 'is async now' }
  check(select(2, page({ calls }):gsub('a; b', '')) == 1, 'an effect is not told again to each caller')
  check(page({ calls }):match('\n  line 7: in a try\n') ~= nil, 'but what is seen at its line')
  check(select(2, page({ calls, waits }):gsub('a; b', '')) == 2, 'which of two effects concerns a caller is told where it is another')
end)

test('lenses', 'lens.callers', function()
  local function counted()
    return vim.iter(vim.lsp.codelens.get(0)):find(function(lens)
      return lens.command ~= nil and lens.command.title:match('^%d+ caller') ~= nil
    end)
  end
  vim.wait(PATIENCE, function()
    vim.lsp.codelens.refresh({ bufnr = 0 })
    return counted() ~= nil
  end, 500)
  local lens = counted()
  check(lens ~= nil, 'a lens with the number of callers')
  if lens then
    vim.fn.setqflist({}, 'f')
    client:exec_cmd(lens.command, { bufnr = 0 })
    vim.wait(PATIENCE, function()
      return #vim.fn.getqflist() > 0
    end, 50)
    check(vim.iter(vim.fn.getqflist()):any(function(item)
      return item.text:match('orders.Reader.load %[') ~= nil
    end), 'and its calls in the quickfix list')
  end
end)

test('nothing recorded', 'session.searchErrors', function()
  vim.cmd('Codewitness errors of long ago')
  check(was_told('none is recorded'), 'that nothing is recorded is told')
end)

test('session', 'session.start', function()
  vim.cmd('Codewitness session start mend the reader')
  check(was_told('session started'), 'a session starts')
  vim.cmd('Codewitness session')
  check(was_told('mend the reader'), 'and is under way')
  choices = { 'End it' }
  vim.cmd('Codewitness session start mend the writer')
  check(was_told('ended: mend the reader'), 'one that goes on beside a new one can be ended at once')
end)

test('decision', 'session.recordDecision', function()
  local requests, request = 0, client.request
  client.request = function(self, method, params, handler, ...)
    requests = requests + 1
    local unread = { freshness = { state = 'indexing', indexedFiles = 0, totalFiles = 0 } }
    return request(self, method, params, function(err, answer, ...)
      handler(err, type(answer) == 'table' and vim.tbl_extend('force', answer, unread) or answer, ...)
    end, ...)
  end
  local heard
  require('codewitness.ask').ask({ client = client, bufnr = buffer }, 'session.list', {}, function(answer) heard = answer end)
  check(wait(function() return heard ~= nil end) and requests == 1, 'what is recorded is never sent twice')
  require('codewitness.ask').ask({ client = client, bufnr = buffer }, 'status', {}, function(answer) heard = answer end)
  check(wait(function() return heard.version ~= nil end) and requests == 4, 'of code that was not read yet is asked once more')
  client.request = request
  at(4, 9)
  inputs = { 'files may be gone', 'give up; guess', 'Reader.load raises ValueError', 'quite', '0,8' }
  vim.cmd('Codewitness decision empty paths are refused')
  check(shown('empty paths are refused'):match('instead of: guess') ~= nil, 'a decision is recorded and shown')
  vim.api.nvim_set_current_win(source)
  vim.cmd('silent! only')
  choices = { 'empty paths' }
  vim.cmd('Codewitness decisions empty')
  check(shown('files may be gone') ~= nil, 'and found')
  local function decision()
    local command = { command = 'codewitness.session.decisions', arguments = { { query = 'empty' } } }
    local answer = client:request_sync('workspace/executeCommand', command, PATIENCE, 0)
    return vim.tbl_get(answer or {}, 'result', 'decisions', 1) or {}
  end
  check(decision().confidence == 0.8, 'and how sure one is, asked again where that was no number')
  inputs = { 'empty paths are read as none' }
  client:exec_cmd({
    title = 'Mark as superseded',
    command = 'codewitness.session.updateDecision',
    arguments = { { decisionId = decision().id, supersededReason = 'on purpose' } },
  }, { bufnr = 0 })
  vim.wait(PATIENCE, function()
    return type(decision().supersededReason) == 'string'
  end, 100)
  check(decision().supersededReason == 'empty paths are read as none', 'and given up, with the reason asked for')
  vim.api.nvim_set_current_win(source)
  vim.cmd('silent! only')
  choices = { 'superseded: empty paths' }
  vim.cmd('Codewitness decisions empty')
  check(shown('followed no more: empty paths are read as none') ~= nil, 'which is shown')
end)

test('error', 'session.recordError', function()
  vim.cmd('Codewitness error KeyError: 7')
  check(was_told('recorded KeyError'), 'an error is recorded')
  choices = { 'KeyError' }
  vim.cmd('Codewitness errors KeyError')
  check(shown('# KeyError: 7') ~= nil, 'and found')
  for _, solution in ipairs({ 'ask twice', vim.NIL }) do
    assert(client:request_sync('workspace/executeCommand', {
      command = 'codewitness.session.recordError',
      arguments = { { errorType = 'IndexError', message = 'page 9', solution = solution } },
    }, PATIENCE, buffer).result)
  end
  choices = { '✘ IndexError' }
  vim.cmd('Codewitness errors IndexError')
  check(shown('It came back. Solved before: ask twice') ~= nil, 'one that came back is not listed as solved')
end)

test('diagnostics of others', 'session.reportDiagnostics', function()
  require('codewitness.capture').settle_ms = 20
  vim.g.codewitness_capture_diagnostics = true
  local solved = { errorType = 'lint', message = 'no page 7', solution = 'print it' }
  assert(client:request_sync('workspace/executeCommand', {
    command = 'codewitness.session.recordError', arguments = { solved },
  }, PATIENCE, buffer).result)
  local lint = vim.api.nvim_create_namespace('lint')
  vim.diagnostic.set(lint, buffer, {
    { lnum = 3, col = 0, message = 'no page 8', source = 'lint', severity = vim.diagnostic.severity.ERROR },
  })
  check(wait(function()
    return vim.iter(vim.diagnostic.get(buffer)):any(function(one)
      return one.lnum == 3 and one.message:match('met before.*print it') ~= nil
    end)
  end), 'what ended a message is shown when it comes again')
  vim.g.codewitness_capture_diagnostics = nil
  vim.diagnostic.reset(lint, buffer)
end)

test('end of the session', 'session.end', function()
  vim.cmd('Codewitness session end')
  local page = shown('mend the writer')
  check(page ~= nil, 'its summary is shown')
  check(page ~= nil and not page:find('succeeded'), 'an end that says nothing is no success')
  vim.cmd('Codewitness session start again')
  check(was_told('session started'), 'another session')
  vim.cmd('Codewitness session end failed it is too slow')
  page = shown('it is too slow')
  check(page ~= nil and not page:find('succeeded') and not page:find('failed it'), 'how it went is told')
end)

test('files', 'memory.export', function()
  local typed = 'Codewitness export ' .. workspace .. '/ord'
  check(vim.fn.getcompletion(typed, 'cmdline')[1] == workspace .. '/orders.py', 'files are completed')
end)

test('status', 'status', function()
  vim.cmd('Codewitness status')
  check(was_told('ready, %d+ of %d+ files'), 'status')
end)

test('unknown action', 'status', function()
  vim.cmd('Codewitness dance')
  check(was_told('no action dance; there are .*search'), 'an unknown action names those that there are')
end)

vim.cmd('checkhealth codewitness')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
check(health:match('codewitness %d+%.%d+') ~= nil and not health:match('ERROR'), 'checkhealth')
vim.cmd.bwipeout()
vim.cmd('helptags ' .. vim.fn.fnameescape(vim.fs.joinpath(here, 'doc')))
check(pcall(vim.cmd.help, ':Codewitness'), 'help')
vim.fn.delete(vim.fs.joinpath(here, 'doc', 'tags'))
check(#vim.fn.readfile(workspace .. '/orders.py') == 12, 'the file on disk is as it was')

vim.cmd('silent! only')
vim.cmd.edit(workspace .. '/orders.py')
vim.cmd('Codewitness restart')
check(was_told('started again') and wait(attached) and attached().id ~= client.id, 'started again, which is told')
vim.cmd('checkhealth codewitness')
check(not table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):match('no buffer'), 'and attached')
vim.cmd.bwipeout()

client = attached() or client
client:stop()
check(wait(function() return #vim.lsp.get_clients() == 0 end), 'stopped')
vim.fn.delete(vim.fs.dirname(workspace), 'rf')
os.exit(failures)
