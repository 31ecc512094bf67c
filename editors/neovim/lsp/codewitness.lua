-- codewitness for Neovim 0.11 and newer. In the configuration:
--
--   vim.opt.runtimepath:append('/path/to/codewitness/editors/neovim')
--   vim.lsp.enable('codewitness')
--
-- It runs beside the server of the language itself. What it can be asked: `:help codewitness`.

return {
  cmd = { 'codewitness' },
  -- Those that are read in depth; add what else is to count while it is unsaved.
  filetypes = {
    'python', 'java', 'kotlin', 'typescript', 'typescriptreact', 'javascript', 'javascriptreact',
    'go', 'cs', 'swift', 'ruby', 'c', 'objc', 'cpp', 'rust',
  },
  root_markers = { '.git', 'pyproject.toml', 'package.json', 'go.mod', 'Cargo.toml', 'pom.xml' },
  workspace_required = true,
  -- It asks for the claim itself: the server offers the code action only to clients that do.
  capabilities = { experimental = { commands = { commands = { 'codewitness.verify' } } } },
  on_attach = function(client, bufnr)
    require('codewitness').attach(client, bufnr)
  end,
}
