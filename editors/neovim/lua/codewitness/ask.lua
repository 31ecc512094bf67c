--- Ask the server, and turn places into what lists and windows want.

local M = {}

--- True if a server is at work, or starting, for a buffer that is open.
function M.is_expected(name)
  local config = vim.lsp.config[name]
  if not config or not vim.lsp.is_enabled(name) then
    return false
  end
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0 then
    return false
  end
  return vim.iter(vim.api.nvim_list_bufs()):any(function(buffer)
    return vim.api.nvim_buf_is_loaded(buffer) and vim.list_contains(config.filetypes or {}, vim.bo[buffer].filetype)
      and vim.fs.root(buffer, config.root_markers or {}) ~= nil
  end)
end

--- True of an answer about code for which no file has been read yet: it says nothing of the project.
local function is_before_reading(command, answer)
  if command:match('^session%.') or command:match('^memory%.') then
    return false -- what is recorded is recorded once
  end
  local now = type(answer) == 'table' and answer.freshness
  return type(now) == 'table' and now.state == 'indexing' and now.indexedFiles == 0
end

local asked, shown = 0, {} -- questions in order, and by command the last whose answer was shown

--- True of a question whose answer comes behind that of a later one, whose list it would replace.
local function is_late(command, number)
  if command:match('^session%.') then
    return false -- what was recorded is told, in whatever order
  end
  if number < (shown[command] or 0) then
    return true
  end
  shown[command] = number
  return false
end

--- Run a command of the server; what goes wrong is told once, with the way out if there is one.
--- An argument without fields is `vim.empty_dict()`: Lua's `{}` would be sent as a list.
function M.ask(at, command, argument, show, is_again)
  asked = asked + 1
  local number = asked
  local sent = next(argument) == nil and vim.empty_dict() or argument
  -- Not `exec_cmd`: that would run what is registered below for commands of code actions.
  at.client:request('workspace/executeCommand', {
    command = 'codewitness.' .. command,
    arguments = { sent },
  }, function(err, answer)
    if err then
      local data = type(err.data) == 'table' and err.data or {}
      local more = data.hint or (data.suggestions and 'did you mean ' .. table.concat(data.suggestions, ', ') .. '?')
      local message = err.message:gsub('^symbol[%w.]*: ', '') -- a field that nobody here has typed
      vim.notify('codewitness: ' .. message .. (more and '; ' .. more or ''), vim.log.levels.ERROR)
    elseif not is_again and is_before_reading(command, answer) then
      M.tell('files are being read; the answer comes when they are')
      at.client:request('workspace/executeCommand', {
        command = 'codewitness.waitForFresh', arguments = { { timeoutMs = 60000 } },
      }, function() M.ask(at, command, argument, show, true) end, at.bufnr)
    elseif not is_late(command, number) then
      show(answer)
    end
  end, at.bufnr)
end

--- The symbol under the cursor of the window that asked, as commands name it.
function M.symbol_under_cursor(at)
  local params = vim.lsp.util.make_position_params(at.window, at.client.offset_encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

--- A name that was typed, else the symbol under the cursor.
function M.symbol(at, typed)
  return typed ~= '' and typed or M.symbol_under_cursor(at)
end

--- A place as the quickfix and location lists want it.
function M.entry(at, uri, range, text)
  local item = vim.lsp.util.locations_to_items({ { uri = uri, range = range } }, at.client.offset_encoding)[1]
  item.text = text
  return item
end

--- What an answer stands on; nothing if all was read as it is.
function M.said(answer)
  local now = answer.freshness
  if not now or now.state == 'fresh' then
    return ''
  end
  return (' (%s, %d of %d files)'):format(now.state, now.indexedFiles, now.totalFiles)
end

--- What an answer about calls lacks, and why.
function M.lacks(answer)
  if answer.notes and answer.notes[1] then
    return (' (%s)'):format(table.concat(answer.notes, '; '))
  end
  return answer.complete == false and ' (perhaps not all: not every call could be looked at)' or ''
end

--- The quickfix list, opened.
function M.quickfix(title, items)
  vim.fn.setqflist({}, ' ', { title = 'codewitness: ' .. title, items = items })
  vim.cmd.copen()
end

--- The location list of the window that asked, opened.
function M.loclist(at, title, items)
  vim.fn.setloclist(at.window, {}, ' ', { title = 'codewitness: ' .. title, items = items })
  vim.api.nvim_win_call(at.window, vim.cmd.lopen)
end

--- A symbol that could be several: choose one, then go on with its place.
function M.choose(candidates, go_on)
  vim.ui.select(candidates, {
    prompt = 'codewitness: which one?',
    format_item = require('codewitness.pages').candidate,
  }, function(one)
    if one then
      go_on({ uri = one.uri, position = one.selectionRange.start })
    end
  end)
end

--- Choose one of some records; where there are none that is told.
function M.select(records, none, options, on_choice)
  if #records == 0 then
    return M.tell(none)
  end
  vim.ui.select(records, options, on_choice)
end

--- A floating window with Markdown; `q` and leaving it close it. The same text once more moves into it;
--- another one takes its place, where it would move into the older one if both had the same name.
function M.float(lines)
  local _, window = vim.lsp.util.open_floating_preview(lines, 'markdown', {
    border = 'rounded', focus_id = 'codewitness' .. vim.fn.sha256(table.concat(lines, '\n')), max_width = 100, max_height = 30, wrap = true,
  })
  vim.wo[window].linebreak = true
  return window
end

--- A scratch buffer in a split, closed with `q`.
function M.scratch(name, lines, filetype)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden = 'nofile', 'wipe'
  vim.bo[buffer].modifiable, vim.bo[buffer].filetype = false, filetype or 'markdown'
  pcall(vim.api.nvim_buf_set_name, buffer, 'codewitness://' .. name) -- taken while an older one is open
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer })
  return buffer
end

--- Ask for texts one after the other, then go on with all of them; nothing happens if one is left.
function M.form(prompts, go_on, given)
  given = given or {}
  local prompt = prompts[#given + 1]
  if not prompt then
    return go_on(unpack(given))
  end
  vim.ui.input({ prompt = prompt }, function(text)
    if text then
      table.insert(given, text)
      M.form(prompts, go_on, given)
    end
  end)
end

function M.tell(message)
  vim.notify('codewitness: ' .. message)
end

return M
