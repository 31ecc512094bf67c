-- Drive a real Neovim with lsp/codewitness.lua; ends with the number of failures.
--
--   nvim --clean --headless -l editors/neovim/check.lua      (codewitness on the PATH)

local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
vim.opt.runtimepath:prepend(here)
vim.cmd.filetype('on')

local workspace = vim.fs.joinpath(vim.fn.tempname(), 'shop')
vim.fn.mkdir(workspace, 'p')
vim.env.CODEWITNESS_CACHE_DIR = vim.fs.joinpath(vim.fs.dirname(workspace), 'cache')
vim.fn.writefile({ '[project]', 'name = "shop"' }, workspace .. '/pyproject.toml')
vim.fn.writefile({
  'class Reader:',
  '    """Reads orders from a source."""',
  '',
  '    def load(self, path):',
  '        self.check()',
  '        rows = self.source.read(path)',
  '        return rows[0]',
  '',
  'class Cache:',
  '    def load(self): ...',
}, workspace .. '/orders.py')

local function say(text) io.stdout:write(text .. '\n') end

local failures = 0
local function check(holds, what)
  say((holds and 'ok   ' or 'FAIL ') .. what)
  failures = failures + (holds and 0 or 1)
end

local function texts(list)
  return vim.tbl_map(function(item) return item.lnum .. ':' .. item.col .. ' ' .. item.text end, list)
end

-- Run a command of the editor, wait for its list.
local function listed(command, get, previous)
  vim.cmd(command)
  vim.wait(20000, function() return get({ title = 1 }).title ~= previous end, 20)
  return get({ items = 1, title = 1 })
end

vim.lsp.enable('codewitness')
vim.cmd.edit(workspace .. '/orders.py')
local attached = vim.wait(20000, function()
  local found = vim.lsp.get_clients({ bufnr = 0, name = 'codewitness' })[1]
  return found and found.initialized
end)
check(attached, 'attached')
local client = assert(vim.lsp.get_clients({ bufnr = 0 })[1])
check(client.root_dir == workspace, 'root is the folder with the marker')
say('     positions: ' .. client.offset_encoding)
local ready = client:request_sync('workspace/executeCommand',
  { command = 'codewitness.waitForFresh', arguments = { { timeoutMs = 60000 } } }, 70000, 0)
check(ready and ready.result.fresh, 'indexed')

local source = vim.api.nvim_get_current_win()
local function loclist(what) return vim.fn.getloclist(source, what) end
vim.api.nvim_win_set_cursor(source, { 6, 8 })
local before = texts(listed('CodewitnessSignals', loclist, '').items)
say('     ' .. table.concat(before, '\n     '))
check(vim.tbl_contains(before, '6:16 calls self.source.read'), 'signals of the method at the cursor')

-- An edit that is not saved.
vim.api.nvim_set_current_win(source)
vim.api.nvim_buf_set_lines(0, 4, 4, false, { '        # größer 🙂', '        if not path: raise ValueError(path)' })
vim.fn.setloclist(source, {}, 'r', { title = 'old' })
local after = listed('CodewitnessSignals Reader.load', loclist, 'old')
local changed = vim.tbl_filter(function(text) return not vim.tbl_contains(before, text) end, texts(after.items))
say('     ' .. table.concat(changed, '\n     '))
check(vim.tbl_contains(changed, '6:28 raises ValueError'), 'the unsaved raise, at its line and column')
check(vim.tbl_contains(changed, '8:16 calls self.source.read'), 'what was below has moved')

vim.api.nvim_set_current_win(source)
local found = listed('CodewitnessSearch raise ValueError path', vim.fn.getqflist, '')
say('     ' .. found.title .. '\n     ' .. table.concat(texts(found.items), '\n     '))
local names = vim.tbl_map(function(item) return item.text end, found.items)
check(vim.tbl_contains(names, 'orders.Reader.load'), 'search finds the method')

vim.api.nvim_set_current_win(source)
vim.fn.setloclist(source, {}, 'r', { title = 'old' })
local candidates = listed('CodewitnessSignals load', loclist, 'old')
say('     ' .. table.concat(texts(candidates.items), '\n     '))
check(#candidates.items == 2, 'a name that fits two methods lists both')
vim.api.nvim_set_current_win(source)
vim.cmd('CodewitnessStatus')
vim.wait(500)
check(#vim.fn.readfile(workspace .. '/orders.py') == 10, 'the file on disk is as it was')

client:stop()
check(vim.wait(10000, function() return #vim.lsp.get_clients() == 0 end), 'stopped')
vim.fn.delete(vim.fs.dirname(workspace), 'rf')
os.exit(failures)
