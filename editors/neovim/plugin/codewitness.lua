-- `:Codewitness` is there from the start: where no server is attached it says so.
if vim.fn.has('nvim-0.11') == 1 then
  require('codewitness').define()
end
