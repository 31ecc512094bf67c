--- The command `:Codewitness`, and what it asks whom.

local M = { server = 'codewitness' }

local actions = require('codewitness.actions')
local asking = require('codewitness.ask')

--- Names of what the server offers; actions that need none are always there.
local function offered(client)
  local provider = client.server_capabilities.executeCommandProvider or {}
  local has = {}
  for _, name in ipairs(provider.commands or {}) do
    has[name] = true
  end
  local names = {}
  for name, action in pairs(actions) do
    if not action.needs or has['codewitness.' .. action.needs] then
      table.insert(names, name)
    end
  end
  table.sort(names)
  return names
end

local function starting_with(lead, words)
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

--- Whom a command asks: the server of the window in which it is typed; in a list, or a page of
--- answers, that of the window one came from, else of another one that is open.
local function asked()
  local windows = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(0))
  vim.list_extend(windows, vim.api.nvim_list_wins())
  for _, window in ipairs(windows) do
    if vim.api.nvim_win_is_valid(window) then
      local bufnr = vim.api.nvim_win_get_buf(window)
      local client = vim.lsp.get_clients({ bufnr = bufnr, name = M.server })[1]
      if client then
        return { client = client, bufnr = bufnr, window = window }
      end
    end
  end
  local client = vim.lsp.get_clients({ name = M.server })[1]
  local bufnr = client and next(client.attached_buffers)
  return bufnr and { client = client, bufnr = bufnr, window = vim.api.nvim_get_current_win() }
end

local function complete(lead, line)
  local at = asked()
  if not at then
    return {}
  end
  local words = vim.split(line:gsub('^.-Codewitness!?%s+', ''), '%s+')
  if #words <= 1 then
    return starting_with(lead, offered(at.client))
  end
  local action = actions[words[1]]
  local candidates = action and action.complete
  if type(candidates) == 'function' then
    candidates = candidates(at.client, at.bufnr, lead)
  elseif type(candidates) == 'string' then
    candidates = vim.fn.getcompletion(lead, candidates)
  end
  return starting_with(lead, candidates or {})
end

local LOOK_MS, MOST_LOOKS = 200, 150

local function run(given, n_looks)
  local at, looks = asked(), n_looks or 0
  if not at and looks < MOST_LOOKS and asking.is_expected(M.server) then
    if looks == 0 then
      asking.tell('the server is starting, and is asked as soon as it is there')
    end
    return vim.defer_fn(function() run(given, looks + 1) end, LOOK_MS)
  end
  if not at then
    local why = 'no server is attached; open a file of a project, or see :checkhealth codewitness'
    return vim.notify('codewitness: ' .. why, vim.log.levels.ERROR)
  end
  local name, rest = given.args:match('^(%S+)%s*(.-)%s*$')
  local action = actions[name]
  if not action or not vim.tbl_contains(offered(at.client), name) then
    local known = table.concat(offered(at.client), ', ')
    vim.notify(('codewitness: no action %s; there are %s'):format(name or '', known), vim.log.levels.ERROR)
    return
  end
  if given.range > 0 then
    at.range = { given.line1, given.line2 }
    at.lines = vim.api.nvim_buf_get_lines(0, given.line1 - 1, given.line2, false)
  end
  action.run(at, rest)
end

--- A code action offers to verify a claim about a method: the claim is asked for here.
vim.lsp.commands['codewitness.verify'] = function(command, context)
  local given = (command.arguments or {})[1] or {}
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local at = { client = client, bufnr = context.bufnr, window = vim.api.nvim_get_current_win() }
  if given.claim then
    return actions.verify.run(at, given.claim)
  end
  local name = type(given.symbol) == 'string' and given.symbol:match('[^:]*$'):match('[^.]*%.?[^.]*$') or ''
  actions.verify.run(at, '', name)
end

--- A quick fix marks a decision as superseded: the reason is asked for here.
vim.lsp.commands['codewitness.session.updateDecision'] = function(command, context)
  local given = (command.arguments or {})[1] or {}
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local at = { client = client, bufnr = context.bufnr, window = vim.api.nvim_get_current_win() }
  local function update(change)
    asking.ask(at, 'session.updateDecision', vim.tbl_extend('force', given, change), function() end)
  end
  if not given.supersededReason then
    return update({})
  end
  vim.ui.input({ prompt = 'Why does it no longer hold? ', default = given.supersededReason }, function(reason)
    if reason and vim.trim(reason) ~= '' then
      update({ supersededReason = vim.trim(reason) })
    end
  end)
end

local function lens(show)
  return function(command, context)
    local given = (command.arguments or {})[1] or {}
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    show({ client = client, bufnr = context.bufnr, window = vim.api.nvim_get_current_win() }, given.symbol)
  end
end

--- A lens says how many call a definition: the calls go into the quickfix list.
vim.lsp.commands['codewitness.lens.callers'] = lens(function(at, place)
  actions.callers.run(at, '', place)
end)

--- A lens says how much is remembered of a definition: here it is in a float.
vim.lsp.commands['codewitness.lens.remembered'] = lens(function(at, place)
  asking.ask(at, 'lens.remembered', { symbol = place }, function(answer)
    asking.float(vim.split(answer.message, '\n'))
  end)
end)

--- The command. It is a global one, since it is wanted in lists and pages of answers as well.
function M.define()
  vim.api.nvim_create_user_command('Codewitness', function(given) run(given) end, {
    nargs = '+',
    range = true,
    desc = 'Ask codewitness',
    complete = complete,
  })
end

--- Called by `on_attach`.
function M.attach(client, bufnr)
  M.server = client.name
  M.define()
  require('codewitness.capture').attach(client, bufnr)
end

return M
