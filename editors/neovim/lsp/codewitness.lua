-- codewitness for Neovim 0.11 and newer. In the configuration: vim.lsp.enable('codewitness')
--
-- It runs beside the server of the language itself. In each buffer that it is attached to:
--   :CodewitnessSearch WORDS     results in the quickfix list
--   :CodewitnessSignals [NAME]   what a method does, in the location list; without a name, the
--                                one under the cursor
--   :CodewitnessStatus           what is indexed

local kinds = {
  { 'attributeReads', 'reads' },
  { 'attributeWrites', 'writes' },
  { 'subscripts', 'subscript' },
  { 'parametersUsed', 'uses' },
  { 'raises', 'raises' },
  { 'handles', 'handles' },
}

--- Ask, and show what goes wrong as a message.
local function ask(client, bufnr, command, argument, show)
  client:exec_cmd(
    { title = command, command = 'codewitness.' .. command, arguments = { argument } },
    { bufnr = bufnr },
    function(err, answer)
      if err then
        vim.notify('codewitness: ' .. err.message, vim.log.levels.ERROR)
      else
        show(answer)
      end
    end
  )
end

--- A place as the quickfix and location lists want it.
local function entry(client, uri, range, text)
  local item = vim.lsp.util.locations_to_items({ { uri = uri, range = range } }, client.offset_encoding)[1]
  item.text = text
  return item
end

local function said(answer)
  local now = answer.freshness
  if now.state == 'fresh' then
    return ''
  end
  return (' (%s, %d of %d files)'):format(now.state, now.indexedFiles, now.totalFiles)
end

local function search(client, bufnr, words)
  ask(client, bufnr, 'search', { query = words }, function(answer)
    local items = {}
    for _, result in ipairs(answer.results) do
      local first_line = vim.trim(result.snippet:match('[^\n]*'))
      local text = result.symbol and result.symbol.qualifiedName or first_line
      table.insert(items, entry(client, result.uri, result.range, text))
    end
    vim.fn.setqflist({}, ' ', { title = 'codewitness: ' .. words .. said(answer), items = items })
    vim.cmd.copen()
  end)
end

local function symbol_under_cursor(client)
  local at = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = at.textDocument.uri, position = at.position }
end

local function signals(client, bufnr, name)
  local window = vim.api.nvim_get_current_win()
  local symbol = name ~= '' and name or symbol_under_cursor(client)
  ask(client, bufnr, 'signals', { symbol = symbol }, function(answer)
    local items = {}
    if not answer.symbol then
      for _, one in ipairs(answer.candidates) do
        table.insert(items, entry(client, one.uri, one.selectionRange, one.qualifiedName))
      end
      vim.fn.setloclist(window, {}, ' ', { title = 'codewitness: which one?', items = items })
    else
      local function add(kind, found)
        for _, one in ipairs(found) do
          table.insert(items, entry(client, answer.symbol.uri, one.range, kind .. ' ' .. one.text))
        end
      end
      add('calls', answer.signals.calls.internal)
      add('calls', answer.signals.calls.external)
      for _, kind in ipairs(kinds) do
        add(kind[2], answer.signals[kind[1]])
      end
      local title = 'codewitness: ' .. answer.symbol.qualifiedName .. said(answer)
      vim.fn.setloclist(window, {}, ' ', { title = title, items = items })
    end
    vim.cmd.lopen()
  end)
end

local function status(client, bufnr)
  ask(client, bufnr, 'status', vim.empty_dict(), function(answer)
    vim.notify(('codewitness %s: %s, %d of %d files, %d symbols'):format(
      answer.version, answer.state, answer.files.indexed, answer.files.total, answer.symbols))
  end)
end

return {
  cmd = { 'codewitness' },
  -- Those that are read in depth; add what else is to count while it is unsaved.
  filetypes = {
    'python', 'java', 'kotlin', 'typescript', 'typescriptreact', 'javascript', 'javascriptreact',
    'go', 'cs', 'swift', 'ruby', 'c', 'objc', 'cpp', 'rust',
  },
  root_markers = { '.git', 'pyproject.toml', 'package.json', 'go.mod', 'Cargo.toml', 'pom.xml' },
  workspace_required = true,
  on_attach = function(client, bufnr)
    local function command(name, nargs, run)
      vim.api.nvim_buf_create_user_command(bufnr, name, function(given)
        run(client, bufnr, given.args)
      end, { nargs = nargs })
    end
    command('CodewitnessSearch', '+', search)
    command('CodewitnessSignals', '?', signals)
    command('CodewitnessStatus', 0, status)
  end,
}
