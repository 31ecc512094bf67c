--- Sends what other servers report to the memory, if `vim.g.codewitness_capture_diagnostics` is true.
--- The server keeps what lasts while a session is under way.

local ask = require('codewitness.ask')

local M = {}

M.settle_ms = 3000 -- what goes away while one types on was no error
M.lasts_ms = 12000 -- what is still there then is sent once more: it has lasted

local timers = {}
local reported = {}

local function as_lsp(one)
  local from = { line = one.lnum, character = one.col }
  return {
    message = one.message,
    severity = one.severity,
    source = one.source,
    code = one.code,
    range = { start = from, ['end'] = { line = one.end_lnum or one.lnum, character = one.end_col or one.col } },
  }
end

local function send(client, bufnr, again)
  timers[bufnr] = nil
  if not vim.api.nvim_buf_is_valid(bufnr) or client:is_stopped() then
    return
  end
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(bufnr)) do
    if one.source ~= 'codewitness' then
      table.insert(found, as_lsp(one))
    end
  end
  if #found == 0 and not reported[bufnr] then
    return
  end
  reported[bufnr] = #found > 0 or nil
  if again and #found > 0 then
    M.later(client, bufnr, M.lasts_ms, false)
  end
  ask.ask({ client = client, bufnr = bufnr }, 'session.reportDiagnostics', {
    uri = vim.uri_from_bufnr(bufnr),
    diagnostics = found,
    source = 'capture',
  }, function() end)
end

function M.later(client, bufnr, milliseconds, again)
  if timers[bufnr] then
    timers[bufnr]:stop()
  end
  timers[bufnr] = vim.defer_fn(function()
    send(client, bufnr, again)
  end, milliseconds)
end

function M.attach(client, bufnr)
  vim.api.nvim_create_autocmd('DiagnosticChanged', {
    buffer = bufnr,
    group = vim.api.nvim_create_augroup('codewitness-capture-' .. bufnr, {}),
    callback = function()
      if vim.g.codewitness_capture_diagnostics then
        M.later(client, bufnr, M.settle_ms, true)
      end
    end,
  })
end

return M
