--- `:checkhealth codewitness`

local M = {}

--- The servers at work; one that a buffer here has just started gets some seconds to answer.
local function attached()
  vim.wait(require('codewitness.ask').is_expected('codewitness') and 10000 or 0, function()
    return #vim.lsp.get_clients({ name = 'codewitness' }) > 0
  end)
  return vim.lsp.get_clients({ name = 'codewitness' })
end

function M.check()
  local health = vim.health
  health.start('codewitness')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    return health.error('Neovim 0.11 or newer is needed', {
      'Update Neovim',
      'or start the server alone with vim.lsp.start, as README.md beside this plugin says',
    })
  end
  local config = vim.lsp.config.codewitness
  local cmd = config and config.cmd
  if type(cmd) ~= 'table' then
    return health.error('there is no configuration', "vim.opt.runtimepath:append('…/codewitness/editors/neovim')")
  end
  if vim.fn.executable(cmd[1]) == 0 then
    return health.error(cmd[1] .. ' is not on the PATH', {
      'pipx install . in a clone of codewitness',
      "or vim.lsp.config('codewitness', { cmd = { '/path/to/codewitness' } })",
    })
  end
  local ran = vim.system(vim.list_extend(vim.list_slice(cmd), { '--version' }), { text = true }):wait(30000)
  if ran.code == 0 then
    health.ok(vim.trim(ran.stdout) .. ' (' .. vim.fn.exepath(cmd[1]) .. ')')
  else
    health.error('it does not start: ' .. vim.trim(ran.stderr or ''), 'Run `codewitness doctor`')
  end
  if not vim.lsp.is_enabled('codewitness') then
    health.warn('it is not enabled', "vim.lsp.enable('codewitness')")
  end
  local clients = attached()
  if #clients == 0 and vim.lsp.is_enabled('codewitness') then
    health.warn('no buffer is attached', {
      'It begins with a file of ' .. table.concat(config.filetypes or {}, ', '),
      'in or below a folder that has one of ' .. table.concat(config.root_markers or {}, ', '),
      "or vim.lsp.config('codewitness', { root_markers = { 'what your projects have' } })",
    })
  end
  for _, client in ipairs(clients) do
    health.ok(('attached, root %s, positions %s'):format(client.root_dir or 'none', client.offset_encoding))
  end
end

return M
