--- The command `:Codewitness`, in each buffer that the server is attached to.

local M = {}

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

local function complete(client, bufnr, lead, line)
  local words = vim.split(line:gsub('^.-Codewitness!?%s+', ''), '%s+')
  if #words <= 1 then
    return starting_with(lead, offered(client))
  end
  local action = actions[words[1]]
  local candidates = action and action.complete
  if type(candidates) == 'function' then
    candidates = candidates(client, bufnr, lead)
  end
  return starting_with(lead, candidates or {})
end

local function run(client, bufnr, given)
  local name, rest = given.args:match('^(%S+)%s*(.-)%s*$')
  local action = actions[name]
  if not action or not vim.tbl_contains(offered(client), name) then
    local known = table.concat(offered(client), ', ')
    vim.notify(('codewitness: no action %s; there are %s'):format(name or '', known), vim.log.levels.ERROR)
    return
  end
  local range = given.range > 0 and { given.line1, given.line2 } or nil
  action.run({ client = client, bufnr = bufnr, window = vim.api.nvim_get_current_win(), range = range }, rest)
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
  vim.ui.input({ prompt = 'Claim: ', default = name .. ' ' }, function(claim)
    if claim and vim.trim(claim) ~= '' then
      actions.verify.run(at, claim)
    end
  end)
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

--- Called by `on_attach`.
function M.attach(client, bufnr)
  require('codewitness.capture').attach(client, bufnr)
  vim.api.nvim_buf_create_user_command(bufnr, 'Codewitness', function(given)
    run(client, bufnr, given)
  end, {
    nargs = '+',
    range = true,
    desc = 'Ask codewitness',
    complete = function(lead, line)
      return complete(client, bufnr, lead, line)
    end,
  })
end

return M
