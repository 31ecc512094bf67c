;;; drive.el --- Drive a real Emacs with codewitness.el  -*- lexical-binding: t -*-

;; emacs --batch -l editors/emacs/test/drive.el; $CODEWITNESS_COMMAND may have the server's command as JSON.

(require 'package)
(package-initialize)
(let ((here (file-name-directory (directory-file-name (file-name-directory load-file-name)))))
  (load (expand-file-name "codewitness.el" here)))
(require 'json)

(defvar drive-failures 0)

(defun drive-check (holds what)
  (princ (format "%s %s\n" (if holds "ok" "FAIL") what))
  (unless holds (setq drive-failures (1+ drive-failures))))

(when (getenv "CODEWITNESS_COMMAND")
  (setq codewitness-command (append (json-read-from-string (getenv "CODEWITNESS_COMMAND")) nil)))

(let* ((folder (make-temp-file "codewitness-emacs-" t))
       (root (file-name-as-directory (expand-file-name "shop" folder)))
       (file (expand-file-name "orders.py" root)))
  (make-directory root)
  (setenv "CODEWITNESS_CACHE_DIR" (expand-file-name "cache" folder))
  (setenv "CODEWITNESS_DATA_DIR" (expand-file-name "data" folder))
  (let ((default-directory root)) (call-process "git" nil nil nil "init" "-q"))
  (write-region "class Reader:\n    def load(self, path):\n        self.check()\n        return self.source.read(path)\n\n    def check(self): ...\n" nil file)
  (setq eglot-sync-connect 60 eglot-connect-timeout 60)
  (codewitness-setup 'python-mode)
  (with-current-buffer (find-file-noselect file)
    (python-mode)
    (apply #'eglot--connect (eglot--guess-contact))
    (unless (bound-and-true-p eglot--managed-mode) (eglot--maybe-activate-editing-mode))
    (drive-check (eglot-current-server) "attached")
    (let ((server (eglot-current-server)))
      (let ((ready (jsonrpc-request server :workspace/executeCommand
                                    '(:command "codewitness.waitForFresh" :arguments [(:timeoutMs 60000)]) :timeout 70)))
        (drive-check (eq t (plist-get ready :fresh)) "indexed"))
      (goto-char (point-min))
      (search-forward "load")
      (backward-char 2)
      (let* ((hover (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams)))
             (text (plist-get (plist-get hover :contents) :value)))
        (drive-check (string-match-p "self.source.read" (or text "")) "hover"))
      (codewitness-signals)
      (drive-check (string-match-p "calls self.check, self.source.read"
                                   (with-current-buffer "*codewitness*" (buffer-string)))
                   "signals")
      (let* ((actions (eglot-code-actions (point) (point)))
             (titles (mapcar (lambda (action) (plist-get action :title)) actions)))
        (drive-check (seq-some (lambda (title) (string-match-p "Show who calls load" title)) titles) "code action")
        ;; Emacs would send it as it stands, to be refused.
        (drive-check (not (seq-some (lambda (title) (string-match-p "Verify" title)) titles)) "nothing that is refused"))
      (codewitness-search "read orders calls:read lang:python -test")
      (drive-check (string-match-p "orders.Reader.load" (with-current-buffer "*xref*" (buffer-string))) "search")
      (drive-check (string-match-p "orders.Reader.load  ([0-9]+: self.source.read)"
                                   (with-current-buffer "*xref*" (buffer-string)))
                   "where the call is that was asked for")
      (save-excursion (goto-char (point-max)) (insert "\ndef ping():\n    raise Gone\n"))
      (codewitness-search "ping tag:raises:Gone")
      (drive-check (string-match-p "ping" (with-current-buffer "*xref*" (buffer-string))) "unsaved text is found")
      (codewitness-search "read ping raises:Gone")
      (drive-check (not (string-match-p "load" (with-current-buffer "*xref*" (buffer-string)))) "raises: is a filter")
      (codewitness-status)
      (drive-check (condition-case problem (progn (codewitness--ask "signals" '(:symbol "Reader.lode")) nil)
                     (user-error (string-match-p "codewitness: no definition.*did you mean orders.Reader.load"
                                                 (error-message-string problem))))
                   "a refusal is told")
      (set-buffer-modified-p nil)
      (eglot-shutdown server)
      (drive-check t "stopped")))
  (delete-directory folder t))

(kill-emacs drive-failures)
;;; drive.el ends here
