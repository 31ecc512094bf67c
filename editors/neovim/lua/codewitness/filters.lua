--- The search's language: words, and filters such as `calls:fit lang:python path:"my code/**" -test`.

local M = {}

local languages = {
  py = 'python', js = 'javascript', ts = 'typescript', rb = 'ruby', rs = 'rust', kt = 'kotlin',
  ['c++'] = 'cpp', ['c#'] = 'csharp', cs = 'csharp', ['objective-c'] = 'objc', golang = 'go',
}
local domains = { class = true, ['function'] = true, imports = true, test = true, private = true, accessor = true }
local memory = {
  code = 'code', decisions = 'decision', decision = 'decision', lessons = 'lesson', lesson = 'lesson',
  errors = 'error', error = 'error', conversations = 'conversation', conversation = 'conversation',
}

local function list(key, change)
  return function(argument, value)
    argument[key] = argument[key] or {}
    table.insert(argument[key], change and change(value) or value)
  end
end

local function number(key)
  return function(argument, value)
    argument[key] = tonumber(value)
    return argument[key] == nil and 'takes a number' or nil
  end
end

local function language(value)
  return languages[value:lower()] or value:lower()
end

local filters = {
  calls = list('calls'),
  reads = list('includeTags', function(value) return 'reads:' .. value end),
  writes = list('includeTags', function(value) return 'writes:' .. value end),
  accesses = list('accesses'),
  subscripts = list('subscripts'),
  path = list('paths'),
  tag = list('includeTags'),
  raises = list('includeTags', function(value) return 'raises:' .. value end),
  handles = list('includeTags', function(value) return 'handles:' .. value end),
  lang = list('languages', language),
  limit = number('limit'),
  min = number('minRelevance'),
  mode = function(argument, value) argument.mode = value end,
  ['in'] = function(argument, value)
    if not memory[value:lower()] then
      return 'takes code, decisions, lessons, errors or conversations'
    end
    list('memoryTypes')(argument, memory[value:lower()])
  end,
}

--- What can be completed.
M.names = vim.tbl_map(function(name) return name .. ':' end, vim.tbl_keys(filters))
table.sort(M.names)
table.insert(M.names, '-test')

local function leave_out(argument, word)
  local name = domains[word] and word or word:gsub('s$', '')
  local tag = word:gsub('^tag:', ''):gsub('^lang:(.*)', function(value) return 'lang:' .. language(value) end)
  if domains[name] then
    list('excludeTags')(argument, 'domain:' .. name)
  elseif tag:match('^%l+:.') then
    list('excludeTags')(argument, tag)
  else
    return ('-%s: leaves out a tag, such as -test, -class, -lang:go or -calls:print'):format(word)
  end
end

--- What is parted by spaces outside of quotes; whether it begins with a quote, and is no filter.
local function tokens(typed)
  local found, at = {}, 1
  while true do
    local first = typed:find('%S', at)
    if not first then return found end
    local last = first
    while last <= #typed and not typed:sub(last, last):match('%s') do
      last = typed:sub(last, last) == '"' and (typed:find('"', last + 1, true) or #typed) + 1 or last + 1
    end
    local text = typed:sub(first, last - 1):gsub('"', '')
    if text ~= '' then table.insert(found, { text, typed:sub(first, first) == '"' }) end
    at = last
  end
end

--- The argument of `codewitness.search`, and what was not understood.
function M.parse(typed)
  local argument, words, problems = {}, {}, {}
  for _, token in ipairs(tokens(typed)) do
    local word, is_quoted = token[1], token[2]
    local name, value = word:match('^(%l+):(.+)$')
    local problem
    -- `path:str)` of a parameter that was pasted is no filter.
    if is_quoted or (name and (value:match('[,;]$') or value:match('^[^(]*%)$'))) then
      table.insert(words, word)
    elseif word:match('^%-.') then
      problem = leave_out(argument, word:sub(2))
    elseif name and filters[name] then
      problem = filters[name](argument, value)
      problem = problem and (name .. ': ' .. problem)
    elseif not (word:match('^(%l+):$') and filters[word:match('^(%l+):$')]) then
      table.insert(words, word)
    end
    table.insert(problems, problem)
  end
  if #words == 0 then
    for _, key in ipairs({ 'calls', 'accesses', 'subscripts', 'includeTags' }) do
      vim.list_extend(words, vim.tbl_map(function(value) return value:match('[^:]*$') end, argument[key] or {}))
    end
  end
  argument.query = table.concat(words, ' ')
  return argument, problems
end

return M
