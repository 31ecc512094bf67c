--- What `:Codewitness` can do: by name, which command of the server it needs, and how it runs.
--- `run(at, rest)` is given the client, buffer, window and range that asked, and what was typed.

local asking = require('codewitness.ask')
local filters = require('codewitness.filters')
local pages = require('codewitness.pages')

local ask, entry, symbol = asking.ask, asking.entry, asking.symbol

local M = {}

--- The name of the definition around the cursor, as a start of a claim.
local function names_near(_, bufnr)
  local names = {}
  for word in table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n'):gmatch('[%a_][%w_]+') do
    names[word] = true
  end
  return vim.tbl_keys(names)
end

--- Where a result passes the filters that ask what code does, as a quickfix list says it.
local function passes(result)
  local places = {}
  for _, one in ipairs(result.matched or {}) do
    table.insert(places, ('%d: %s'):format(one.range.start.line + 1, (one.text:gsub('%s+', ' '))))
  end
  return #places == 0 and '' or ('  (%s)'):format(table.concat(places, ', ', 1, math.min(#places, 3)))
end

M.search = {
  needs = 'search',
  complete = filters.names,
  run = function(at, typed)
    local argument, problems = filters.parse(typed)
    if #problems > 0 or argument.query == '' then
      return vim.notify('codewitness: ' .. (problems[1] or 'search for what?'), vim.log.levels.ERROR)
    end
    ask(at, 'search', argument, function(answer)
      local items = {}
      for _, result in ipairs(answer.results) do
        local named = pages.value(result.symbol)
        local first_line = vim.trim(result.snippet:match('[^\n]*'))
        if pages.value(result.uri) then
          local text = (named and named.qualifiedName or first_line) .. passes(result)
          table.insert(items, entry(at, result.uri, result.range, text))
        end
      end
      asking.quickfix(typed .. asking.said(answer), items)
    end)
  end,
}

local kinds = {
  { 'attributeReads', 'reads' }, { 'attributeWrites', 'writes' }, { 'subscripts', 'subscript' },
  { 'parametersUsed', 'uses' }, { 'raises', 'raises' }, { 'handles', 'handles' },
}

M.signals = {
  needs = 'signals',
  complete = names_near,
  run = function(at, name)
    ask(at, 'signals', { symbol = symbol(at, name) }, function(answer)
      local items = {}
      if not pages.value(answer.symbol) then
        for _, one in ipairs(answer.candidates) do
          table.insert(items, entry(at, one.uri, one.selectionRange, one.qualifiedName))
        end
        return asking.loclist(at, 'which one?', items)
      end
      local function add(kind, found)
        for _, one in ipairs(found) do
          table.insert(items, entry(at, answer.symbol.uri, one.range, kind .. ' ' .. one.text))
        end
      end
      local signals = pages.value(answer.signals) -- none in languages of which they are not read
      if not signals then
        return asking.tell(answer.symbol.qualifiedName .. asking.lacks(answer))
      end
      add('calls', signals.calls.internal)
      add('calls', signals.calls.external)
      for _, kind in ipairs(kinds) do
        add(kind[2], signals[kind[1]])
      end
      if not items[1] then
        local why = asking.lacks(answer)
        return asking.tell(answer.symbol.qualifiedName .. (why ~= '' and why or ' (it calls, reads and writes nothing)'))
      end
      asking.loclist(at, answer.symbol.qualifiedName .. asking.said(answer), items)
    end)
  end,
}

--- Evidence in a floating window, and in the location list to go through. Without a claim one is
--- asked for that begins with a name: `about`, or the word at the cursor.
M.verify = {
  needs = 'verify',
  complete = names_near,
  run = function(at, claim, about)
    if claim == '' then
      local begun = (about or vim.fn.expand('<cword>')) .. ' '
      return vim.ui.input({ prompt = 'Claim: ', default = begun }, function(said)
        if said and vim.trim(said) ~= '' then
          M.verify.run(at, vim.trim(said))
        end
      end)
    end
    ask(at, 'verify', { claim = claim }, function(answer)
      local items = vim.tbl_map(function(one)
        return entry(at, one.uri, one.range, ('%s: %s'):format(one.polarity, vim.trim(one.text)))
      end, answer.evidence)
      vim.fn.setloclist(at.window, {}, ' ', { title = 'codewitness: ' .. answer.status .. ' ' .. claim, items = items })
      asking.float(pages.verdict(claim, answer))
    end)
  end,
}

local function relations(which)
  local action = { needs = 'relationships', complete = names_near }
  function action.run(at, name, place)
    ask(at, 'relationships', { symbol = place or symbol(at, name), relationship = which }, function(answer)
      if not pages.value(answer.symbol) then
        return asking.choose(answer.candidates or {}, function(chosen)
          action.run(at, name, chosen)
        end)
      end
      local items = {}
      for _, one in ipairs(answer[which]) do
        local other = pages.value(one.symbol)
        for _, site in ipairs(one.sites) do
          local text = ('%s [%s]'):format(other and other.qualifiedName or one.name or '?', one.resolution)
          table.insert(items, entry(at, site.uri, site.range, text))
        end
      end
      local function add(found, how)
        for _, one in ipairs(which == 'callers' and found or {}) do
          for _, site in ipairs(one.sites) do
            table.insert(items, entry(at, site.uri, site.range, one.name .. how))
          end
        end
      end
      add(answer.possible, ' [possible: called on what is not known]')
      add(answer.mentions, ' [named, not called]')
      asking.quickfix(('%s of %s%s'):format(which, answer.symbol.qualifiedName, asking.lacks(answer) .. asking.said(answer)), items)
    end)
  end
  return action
end

M.callers = relations('callers')
M.callees = relations('callees')

local scopes = { 'minimal', 'logical', 'dependencies' }

M.implementation = {
  needs = 'getImplementation',
  complete = scopes,
  run = function(at, typed)
    local scope, name = typed:match('^(%S*)%s*(.*)$')
    if not vim.tbl_contains(scopes, scope) then
      scope, name = 'logical', typed
    end
    local function show(named)
      ask(at, 'getImplementation', { symbol = named, scope = scope }, function(answer)
        if pages.value(answer.candidates) and #answer.candidates > 0 then
          return asking.choose(answer.candidates, show)
        end
        asking.scratch('implementation', pages.implementation(answer))
      end)
    end
    show(symbol(at, name))
  end,
}

M.impact = {
  needs = 'impact',
  complete = { 'saved', 'head' },
  run = function(at, against)
    ask(at, 'impact', against ~= '' and { against = against } or {}, function(answer)
      asking.scratch('impact', pages.impact(answer))
    end)
  end,
}

M.status = {
  needs = 'status',
  run = function(at)
    ask(at, 'status', {}, function(answer)
      local files, storage = pages.value(answer.files), pages.value(answer.storage)
      if not files then
        return asking.tell(answer.state)
      end
      asking.tell(('%s: %s, %d of %d files, %d symbols, %s'):format(
        answer.version, answer.state, files.indexed, files.total, answer.symbols, storage and storage.role or ''))
    end)
  end,
}

M.reindex = {
  needs = 'reindex',
  run = function(at)
    ask(at, 'reindex', {}, function(answer)
      asking.tell(('%d files read again in %.1f s'):format(answer.files, answer.seconds))
    end)
  end,
}

M.audit = {
  needs = 'audit',
  run = function(at)
    ask(at, 'audit', {}, function(answer)
      asking.tell(('%d files compared, %d differ'):format(answer.files, #answer.differences))
    end)
  end,
}

M.restart = {
  run = function(at)
    local name = at.client.name
    vim.lsp.enable(name, false)
    vim.wait(3000, function()
      return #vim.lsp.get_clients({ name = name }) == 0
    end)
    vim.lsp.enable(name)
    asking.tell('the server is started again')
  end,
}

M.log = {
  run = function()
    vim.cmd.tabedit(vim.lsp.log.get_filename())
  end,
}

return vim.tbl_extend('error', M, require('codewitness.memory'))
