--- The actions of the memory: sessions, decisions, errors, conversations.

local asking = require('codewitness.ask')
local pages = require('codewitness.pages')

local ask = asking.ask

local M = {}

local function with(argument)
  argument.source = 'user'
  return argument
end

--- Sessions that go on beside a new one are easily forgotten: one after the other may be ended.
local function offer_end(at, others)
  local session = others[1]
  if not session then
    return
  end
  vim.ui.select({ 'End it', 'Let it go on' }, {
    prompt = ('codewitness: "%s" is under way, too, since %s'):format(session.description, pages.time(session.startTime)),
  }, function(_, chosen)
    if chosen == 1 then
      ask(at, 'session.end', { sessionId = session.id }, function()
        asking.tell('ended: ' .. session.description)
        offer_end(at, vim.list_slice(others, 2))
      end)
    elseif chosen then
      offer_end(at, vim.list_slice(others, 2))
    end
  end)
end

local steps = {
  start = function(at, description)
    local function begin(text)
      ask(at, 'session.start', with({ description = text }), function(session)
        asking.tell('session started')
        offer_end(at, pages.value(session.alsoUnderWay) or {})
      end)
    end
    if description ~= '' then
      return begin(description)
    end
    asking.form({ 'What are you going to do? ' }, begin)
  end,
  ['end'] = function(at, typed)
    -- How it went is what somebody says; an end that says nothing is no success.
    local how, summary = typed:match('^(%S*)%s*(.*)$')
    local success = ({ succeeded = true, failed = false })[how]
    local given = { success = success, summary = success == nil and typed or summary }
    if given.summary == '' then
      given.summary = nil
    end
    ask(at, 'session.end', next(given) and given or vim.empty_dict(), function(session)
      asking.scratch('session', vim.split(pages.value(session.summary) or session.description, '\n'))
    end)
  end,
  status = function(at)
    ask(at, 'session.status', {}, function(session)
      asking.tell(pages.value(session.id) and session.description or 'no session is under way')
    end)
  end,
  resume = function(at)
    ask(at, 'session.list', { limit = 50 }, function(answer)
      asking.select(answer.sessions, 'there is no earlier session', {
        prompt = 'Resume which session?',
        format_item = function(one)
          return ('%s  %s'):format(pages.time(one.timestamp), one.description)
        end,
      }, function(session)
        if session then
          ask(at, 'session.resume', { sessionId = session.id }, function()
            asking.tell('resumed: ' .. session.description)
          end)
        end
      end)
    end)
  end,
}

M.session = {
  needs = 'session.status',
  complete = vim.tbl_keys(steps),
  run = function(at, typed)
    local name, rest = typed:match('^(%S*)%s*(.*)$')
    local step = steps[name == '' and 'status' or name]
    if not step then
      return vim.notify('codewitness: session takes start, end, status or resume', vim.log.levels.ERROR)
    end
    step(at, rest)
  end,
}

local function lines_of(text)
  return vim.tbl_filter(function(one)
    return one ~= ''
  end, vim.tbl_map(vim.trim, vim.split(text, ';')))
end

--- How sure, as a number: nothing typed is sure, and what is no number from 0 to 1 is asked again.
local function sureness(typed, go_on)
  local number = typed == '' and 1 or tonumber((typed:gsub(',', '.')))
  if number and number >= 0 and number <= 1 then
    return go_on(number)
  end
  asking.form({ ('%s is no number from 0 to 1. How sure? '):format(typed) }, function(again) sureness(again, go_on) end)
end

M.decision = {
  needs = 'session.recordDecision',
  run = function(at, decision)
    local place = asking.symbol_under_cursor(at)
    local prompts = { 'Why? ', 'Instead of (; between): ', 'Claims about the code (; between): ', 'How sure, 0 to 1: ' }
    local function send(what, why, alternatives, claims, confidence)
      local argument = with({
        decision = what, rationale = why, alternatives = lines_of(alternatives), claims = lines_of(claims),
        confidence = confidence,
      })
      -- A decision may be about no method: then the place has no definition around it.
      at.client:request('workspace/executeCommand', { command = 'codewitness.signals', arguments = { { symbol = place } } }, function(err)
        argument.symbols = not err and { place } or nil
        ask(at, 'session.recordDecision', argument, function(recorded)
          asking.float(pages.decision(recorded))
        end)
      end, at.bufnr)
    end
    local function record(what, why, alternatives, claims, typed)
      sureness(typed, function(number) send(what, why, alternatives, claims, number) end)
    end
    if decision ~= '' then
      return asking.form(prompts, function(...) record(decision, ...) end)
    end
    asking.form({ 'What was decided? ', unpack(prompts) }, record)
  end,
}

--- With a range the lines of it are the stack trace; else the error under the cursor, or what is typed.
M.error = {
  needs = 'session.recordError',
  run = function(at, typed)
    local argument = with({})
    local here = vim.diagnostic.get(at.bufnr, { lnum = vim.api.nvim_win_get_cursor(at.window)[1] - 1 })[1]
    if at.lines then
      argument.stackTrace = table.concat(at.lines, '\n')
    elseif typed ~= '' then
      local kind, message = typed:match('^(%S+):%s*(.+)$')
      argument.errorType, argument.message = kind or 'error', message or typed
    elseif here then
      argument.errorType, argument.message = here.source or 'diagnostic', here.message
      argument.uri, argument.lineNumber = vim.uri_from_bufnr(at.bufnr), here.lnum + 1
    else
      return vim.notify('codewitness: which error? Type it, give a range, or go to a diagnostic', vim.log.levels.ERROR)
    end
    ask(at, 'session.recordError', argument, function(recorded)
      local similar = pages.value(recorded.similar) or {}
      asking.tell(('recorded %s; %d like it are known'):format(recorded.errorType, #similar))
    end)
  end,
}

M.reason = {
  needs = 'session.trackFileChange',
  run = function(at, reason)
    local cursor = vim.api.nvim_win_get_cursor(at.window)[1]
    local argument = with({
      uri = vim.uri_from_bufnr(at.bufnr), action = 'edit', reason = reason, lineRange = at.range or { cursor, cursor },
    })
    ask(at, 'session.trackFileChange', argument, function()
      asking.tell('the reason is recorded')
    end)
  end,
}

M.lesson = {
  needs = 'session.recordLesson',
  run = function(at, lesson)
    ask(at, 'session.recordLesson', with({ lesson = lesson }), function()
      asking.tell('the lesson is recorded')
    end)
  end,
}

--- Choose a record, then show it.
local function choose(records, prompt, label, page)
  asking.select(records, ('%s: none is recorded that fits'):format(prompt:lower()), { prompt = prompt, format_item = label }, function(one)
    if one then
      asking.scratch(one.id, page(one))
    end
  end)
end

M.errors = {
  needs = 'session.searchErrors',
  run = function(at, query)
    ask(at, 'session.searchErrors', { query = query ~= '' and query or nil, limit = 50 }, function(answer)
      local errors = vim.tbl_map(function(found) return found.error end, answer.results)
      choose(errors, 'Errors', function(one)
        return ('%s %s: %s'):format(one.resolved and '✔' or '✘', one.errorType, vim.split(one.message, '\n')[1])
      end, pages.error)
    end)
  end,
}

M.decisions = {
  needs = 'session.decisions',
  run = function(at, query)
    ask(at, 'session.decisions', { query = query ~= '' and query or nil }, function(answer)
      choose(answer.decisions, 'Decisions', function(one)
        local standing = pages.value(one.supersededBy) and 'superseded' or one.standing or ''
        return ('%s: %s'):format(standing, vim.split(one.decision, '\n')[1])
      end, pages.decision)
    end)
  end,
}

local function show_chapter(at, session_id, chapter)
  local first, last = unpack(chapter and chapter.messageRange or { 1, 50 })
  ask(at, 'conversations.context', { sessionId = session_id, start = first, ['end'] = last }, function(answer)
    asking.scratch(session_id, pages.messages(answer))
  end)
end

M.conversations = {
  needs = 'conversations.search',
  run = function(at, query)
    local command = query ~= '' and 'conversations.search' or 'conversations.list'
    local root = at.client.root_dir
    ask(at, command, {
      query = query ~= '' and query or nil,
      folder = root and vim.uri_from_fname(root) or nil,
      limit = 50,
    }, function(answer)
      local now = pages.value(answer.reading) -- transcripts that are read for the first time
      local far = now and (' (%d of %d are read so far)'):format(now.files, now.totalFiles) or ''
      asking.select(answer.results or answer.conversations, 'no conversation about this project is found' .. far, {
        prompt = 'Conversations' .. far,
        format_item = function(one) return ('%s  %s'):format(pages.time(one.timestamp), vim.split(one.summary, '\n')[1]) end,
      }, function(one)
        if not one then
          return
        end
        ask(at, 'conversations.chapters', { sessionId = one.sessionId }, function(found)
          if #found.chapters == 0 then
            return show_chapter(at, one.sessionId)
          end
          vim.ui.select(found.chapters, {
            prompt = 'Chapter',
            format_item = function(chapter) return chapter.title end,
          }, function(chapter)
            if chapter then
              show_chapter(at, one.sessionId, chapter)
            end
          end)
        end)
      end)
    end)
  end,
}

M.context = {
  needs = 'session.projectContext',
  run = function(at, focus)
    ask(at, 'session.projectContext', { focus = focus ~= '' and focus or nil }, function(answer)
      asking.scratch('context', vim.split(answer.markdown, '\n'))
    end)
  end,
}

local function transfer(name)
  return {
    needs = 'memory.' .. name,
    complete = 'file',
    run = function(at, path)
      ask(at, 'memory.' .. name, { path = vim.fn.fnamemodify(path, ':p') }, function(answer)
        asking.tell(('%s: %d records'):format(name, answer.total))
      end)
    end,
  }
end

M.export = transfer('export')
M.import = transfer('import')

return M
