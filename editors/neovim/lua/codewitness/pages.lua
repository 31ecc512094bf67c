--- Answers as lines of Markdown, for floats and scratch buffers.

local M = {}

local signs = {
  SUPPORTED = '✔', CONTRADICTED = '✘', NOT_SUPPORTED = '○', INCONCLUSIVE = '?', SUBJECT_NOT_FOUND = '–',
}

--- How a file is named to a person.
function M.path(uri)
  return vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.')
end

--- One of several definitions that a name fits: overloads differ by their lines alone.
function M.candidate(one)
  return ('%s  %s:%d'):format(one.qualifiedName, M.path(one.uri), one.selectionRange.start.line + 1)
end

--- A JSON null is `vim.NIL`, which counts as true.
function M.value(given)
  if given == vim.NIL then
    return nil
  end
  return given
end

--- A time of a record, ISO 8601 in UTC, as the clock here shows it.
function M.time(timestamp)
  local year, month, day, hour, min = timestamp:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+)')
  if not year then
    return timestamp
  end
  local now = os.time()
  local utc = os.date('!*t', now)
  utc.isdst = os.date('*t', now).isdst
  local moment = os.time({ year = year, month = month, day = day, hour = hour, min = min, isdst = utc.isdst })
  return os.date('%Y-%m-%d %H:%M', moment + os.difftime(now, os.time(utc)))
end

--- A text that begins at its first word, without what that line is indented by in its file.
local function outdented(text, columns)
  local lines = vim.split(text, '\n')
  local least = columns
  for number = 2, #lines do
    if lines[number]:match('%S') then
      least = math.min(least, #lines[number]:match('^%s*'))
    end
  end
  for number = 2, #lines do
    lines[number] = lines[number]:sub(math.min(least, #lines[number]:match('^%s*')) + 1)
  end
  return table.concat(lines, '\n')
end

--- Text of any number of lines as lines.
local function add(lines, text)
  vim.list_extend(lines, vim.split(text, '\n'))
end

function M.verdict(claim, answer)
  local lines = { ('# %s %s'):format(signs[answer.status] or '', answer.status) }
  add(lines, answer.summary) -- before what was asked: a float may have room for few lines
  vim.list_extend(lines, { '', '> ' .. claim, '' })
  for _, one in ipairs(answer.evidence) do
    local way = one.polarity == 'supports' and '' or ' against'
    vim.list_extend(lines, { ('%s:%d%s'):format(M.path(one.uri), one.line, way), '    ' .. vim.trim(one.text) })
  end
  for _, callee in ipairs(M.value(answer.oneCallAway) or {}) do
    for _, one in ipairs(callee.evidence) do
      local where = ('%s:%d one call away, in %s'):format(M.path(one.uri), one.line, callee.symbol.name)
      vim.list_extend(lines, { where, '    ' .. vim.trim(one.text) })
    end
  end
  for _, one in ipairs(M.value(answer.toRead) or {}) do
    local where = ('%s:%d speaks of it, and proves nothing'):format(M.path(one.uri), one.line)
    vim.list_extend(lines, { where, '    ' .. vim.trim(one.text) })
  end
  local subject = M.value(answer.subject) or {}
  for _, one in ipairs(M.value(subject.candidates) or {}) do
    table.insert(lines, '- ' .. M.candidate(one))
  end
  if M.value(subject.suggestions) then
    table.insert(lines, 'Names that are near: ' .. table.concat(subject.suggestions, ', '))
  end
  return lines
end

function M.implementation(answer)
  local lines = {}
  for _, entity in ipairs(answer.entities) do
    local symbol = entity.symbol
    vim.list_extend(lines, {
      ('## %s'):format(symbol.qualifiedName),
      ('%s, %s:%d'):format(entity.relation, M.path(symbol.uri), symbol.range.start.line + 1),
      '```' .. symbol.language,
    })
    add(lines, outdented(entity.text, symbol.range.start.character))
    vim.list_extend(lines, { '```', '' })
  end
  for _, one in ipairs(answer.omitted) do
    table.insert(lines, ('left out: %s (%s)'):format(one.symbol.qualifiedName, one.reason))
  end
  table.insert(lines, ('about %d tokens'):format(answer.tokens))
  return lines
end

--- Why a change concerns a caller: which of the effects, if it is not all and was not `told` of the caller
--- before, and what can be seen at the lines of its calls.
local function whys(change, caller, told)
  local reason = M.value(caller.reason) or ''
  local at = reason:find('; lines? %d')
  local effects, seen = at and reason:sub(1, at - 1) or reason, at and reason:sub(at + 2)
  local are_all = vim.iter(M.value(change.effects) or {}):all(function(one) return effects:find(one.text, 1, true) ~= nil end)
  local is_new = effects ~= told and not are_all
  return effects, vim.iter({ is_new and effects or '', seen or '' }):filter(function(one) return one ~= '' end):totable()
end

function M.impact(answer)
  local lines = {}
  for _, change in ipairs(answer.changes) do
    local before = M.value(change.before) or change.symbol
    local is_renamed = change.kind == 'moved' and before.name ~= change.symbol.name
    table.insert(lines, ('## %s: %s'):format(before.qualifiedName, is_renamed and 'renamed' or change.kind))
    for _, effect in ipairs(M.value(change.effects) or {}) do
      table.insert(lines, ('%s %s'):format(before.name, effect.text))
      if effect.kind:match('^condition') or effect.kind:match('^loop') or effect.kind:match('^co[nd][se]') then
        local was, now = M.value(effect.before), M.value(effect.after)
        if was then table.insert(lines, ('  - %d: %s'):format(was.line, vim.trim(was.text))) end
        if now then table.insert(lines, ('  + %d: %s'):format(now.line, vim.trim(now.text))) end
      end
    end
    for _, one in ipairs(M.value(change.imports) or {}) do
      table.insert(lines, ('- imported by %s:%d, where it is not found any more: %s'):format(
        M.path(one.uri), one.line, vim.trim(one.text)))
    end
    for _, one in ipairs(M.value(change.mentions) or {}) do
      for _, site in ipairs(one.sites) do
        table.insert(lines, ('- named in %s, %s:%d'):format(
          one.symbol.qualifiedName, M.path(site.uri), site.range.start.line + 1))
      end
    end
    local told
    for _, caller in ipairs(change.callers) do
      local numbers = vim.tbl_map(function(site)
        return site.range.start.line + 1
      end, caller.sites)
      table.insert(lines, ('- called by %s, %s:%s'):format(
        caller.symbol.qualifiedName, M.path(caller.symbol.uri), table.concat(numbers, ',')))
      local lately, why = whys(change, caller, told)
      told = lately
      if why[1] then table.insert(lines, '  ' .. table.concat(why, '; ')) end
    end
    for _, id in ipairs(change.contradicts) do
      table.insert(lines, '- contradicts the decision ' .. id)
    end
  end
  local notes = M.value(answer.notes) or {}
  vim.list_extend(lines, notes)
  if answer.complete == false and not notes[1] then
    table.insert(lines, 'There was not enough time to look at every file and call that might be concerned.')
  end
  return #lines > 0 and lines or { 'No definition does anything else than before.' }
end

function M.decision(decision)
  local lines = { '# ' .. vim.split(decision.decision, '\n')[1], '' }
  if M.value(decision.supersededBy) then
    table.insert(lines, 'Superseded, and followed no more: ' .. (M.value(decision.supersededReason) or ''))
    table.insert(lines, '')
  end
  add(lines, decision.rationale)
  for _, one in ipairs(M.value(decision.alternatives) or {}) do
    table.insert(lines, '- instead of: ' .. one)
  end
  for _, claim in ipairs(M.value(decision.claims) or {}) do
    local now = claim.readAs and (' (now: %s)'):format(claim.readAs) or ''
    local why = claim.why and (' (%s)'):format(claim.why) or ''
    table.insert(lines, ('- %s: %s%s%s'):format(claim.standing, claim.text, now, why))
  end
  return lines
end

function M.error(error)
  local lines = { ('# %s: %s'):format(error.errorType, vim.split(error.message, '\n')[1]), '' }
  local solved = M.value(error.solution) and 'Solved: ' .. error.solution or 'Not solved yet.'
  if M.value(error.reopenedAt) then solved = 'It came back. Solved before: ' .. error.solution end
  add(lines, solved)
  if (M.value(error.stackTrace) or '') ~= '' then
    table.insert(lines, '```')
    add(lines, error.stackTrace)
    table.insert(lines, '```')
  end
  return lines
end

function M.messages(answer)
  local lines = {}
  for _, message in ipairs(answer.messages) do
    table.insert(lines, '## ' .. message.role)
    add(lines, message.content)
    table.insert(lines, '')
  end
  return lines
end

return M
