;;; codewitness.el --- Testimony about code, through Eglot  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `codewitness-setup' makes codewitness the Eglot server of the modes that you name.  Then hover is
;; Eldoc's, and these ask it:
;;
;;   M-x codewitness-search          what code does, with filters: retry calls:sleep lang:python -test
;;   M-x codewitness-signals         what the function at point does
;;   M-x codewitness-verify          a claim, with the lines that prove it
;;   M-x codewitness-callers         call sites, with how each is known
;;   M-x codewitness-record-decision
;;   M-x codewitness-status

;;; Code:

(require 'eglot)
(require 'jsonrpc)
(require 'seq)
(require 'subr-x)
(require 'xref)

(defgroup codewitness nil "Testimony about code." :group 'tools)

(defcustom codewitness-command '("codewitness")
  "Program and arguments that start the server."
  :type '(repeat string))

(defun codewitness-setup (&rest modes)
  "Make codewitness the Eglot server of MODES."
  (dolist (mode modes)
    (add-to-list 'eglot-server-programs (cons mode codewitness-command))))

(defun codewitness--ask (command argument)
  "Answer of COMMAND for the plist ARGUMENT; signals what the server refuses."
  (let ((server (or (eglot-current-server) (user-error "No Eglot server in this buffer"))))
    ;; What was typed goes first, so that the answer is about it.
    (eglot--signal-textDocument/didChange)
    (condition-case problem
        (jsonrpc-request server :workspace/executeCommand
                         `(:command ,(concat "codewitness." command) :arguments [,(or argument (make-hash-table))]))
      (jsonrpc-error (user-error "codewitness: %s" (codewitness--refusal problem))))))

(defun codewitness--refusal (problem)
  "What the server says in PROBLEM, with what it advises."
  (let* ((message (alist-get 'jsonrpc-error-message (cdr problem)))
         (data (alist-get 'jsonrpc-error-data (cdr problem)))
         (near (append (plist-get data :suggestions) nil))
         (advice (or (plist-get data :hint)
                     (and near (format "did you mean %s?" (string-join near ", "))))))
    (if (null message) (format "%s" problem)
      ;; The name of a field that nobody here has typed is left out.
      (concat (replace-regexp-in-string "\\`symbol[a-z.]*: " "" message)
              (and advice (concat "; " advice))))))

(defun codewitness--here ()
  "The symbol at point, as commands name it."
  (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri) :position (eglot--pos-to-lsp-position)))

(defun codewitness--item (text uri range)
  "An xref with TEXT for a place."
  (let* ((file (eglot--uri-to-path uri))
         (start (plist-get range :start))
         (line (1+ (plist-get start :line))))
    (xref-make text (xref-make-file-location file line (plist-get start :character)))))

(defun codewitness--show (title items)
  "Show ITEMS in an xref buffer, or say that there are none of TITLE."
  (if items
      (xref-show-xrefs (lambda () items) nil)
    (message "codewitness: nothing for %s" title)))

(defun codewitness--page (lines)
  "LINES in a buffer of its own."
  (with-current-buffer (get-buffer-create "*codewitness*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (string-join lines "\n"))
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(defconst codewitness--filters
  '(("calls" . :calls) ("reads" . :includeTags) ("writes" . :includeTags)
    ("accesses" . :accesses) ("subscripts" . :subscripts)
    ("path" . :paths) ("tag" . :includeTags) ("lang" . :languages)
    ("raises" . :includeTags) ("handles" . :includeTags) ("in" . :memoryTypes)
    ("limit" . :limit) ("min" . :minRelevance) ("mode" . :mode))
  "Filters of a search and the fields that they go into.")

(defconst codewitness--alone '(:limit :minRelevance :mode)
  "Fields that have one value.")

(defconst codewitness--languages
  '(("py" . "python") ("js" . "javascript") ("ts" . "typescript") ("rb" . "ruby") ("rs" . "rust")
    ("kt" . "kotlin") ("c++" . "cpp") ("c#" . "csharp") ("cs" . "csharp") ("golang" . "go")
    ("objective-c" . "objc"))
  "Short names of languages.")

(defun codewitness--value (name value)
  "What the filter NAME hands on for VALUE; an error if it takes no such value."
  (pcase name
    ((or "reads" "writes" "raises" "handles") (concat name ":" value)) ; a tag, as it is typed
    ("lang" (alist-get (downcase value) codewitness--languages (downcase value) nil #'equal))
    ("in" (string-remove-suffix "s" (downcase value)))
    ((or "limit" "min")
     (if (string-match-p "\\`[0-9]+\\(\\.[0-9]+\\)?\\'" value)
         (string-to-number value)
       (user-error "codewitness: %s: takes a number, got %s" name value)))
    (_ value)))

(defun codewitness--left-out (word)
  "The tag that the WORD behind a minus leaves out."
  (let ((name (if (equal word "class") word (string-remove-suffix "s" word))))
    (cond
     ((member name '("class" "function" "import" "test" "private" "accessor"))
      (concat "domain:" (if (equal name "import") "imports" name)))
     ((string-prefix-p "lang:" word) (concat "lang:" (codewitness--value "lang" (substring word 5))))
     ((string-match-p "\\`[a-z]+:." word) (string-remove-prefix "tag:" word))
     (t (user-error "codewitness: -%s: leaves out a tag, such as -test, -class, -lang:go or -calls:print"
                    word)))))

(defun codewitness--query (typed)
  "The argument of a search for TYPED words and filters."
  (let (words argument)
    (dolist (word (split-string typed))
      (if-let* (((string-match "\\`\\([a-z]+\\):\\(.+\\)\\'" word))
                (name (match-string 1 word))
                (value (match-string 2 word))
                (field (cdr (assoc name codewitness--filters))))
          (let ((value (codewitness--value name value)))
            (setq argument
                  (plist-put argument field
                             (if (memq field codewitness--alone)
                                 value
                               (vconcat (plist-get argument field) (vector value))))))
        (if (string-match-p "\\`-." word)
            (setq argument
                  (plist-put argument :excludeTags
                             (vconcat (plist-get argument :excludeTags)
                                      (vector (codewitness--left-out (substring word 1))))))
          (push word words))))
    (plist-put argument :query
               (string-join (or (nreverse words) (codewitness--asked argument)) " "))))

(defun codewitness--asked (argument)
  "The values of the filters in ARGUMENT: a filter alone is a query, too."
  (mapcar (lambda (value) (replace-regexp-in-string "\\`.*:" "" value))
          (seq-mapcat (lambda (field) (append (plist-get argument field) nil))
                      '(:calls :accesses :subscripts :includeTags))))

(defun codewitness--passes (result)
  "Where RESULT passes the filters that ask what code does; the first three places."
  (when-let* ((matched (append (plist-get result :matched) nil)))
    (format "  (%s)"
            (string-join
             (mapcar (lambda (one)
                       (format "%d: %s"
                               (1+ (plist-get (plist-get (plist-get one :range) :start) :line))
                               (replace-regexp-in-string "[ \t\n\r]+" " " (plist-get one :text))))
                     (seq-take matched 3))
             ", "))))

;;;###autoload
(defun codewitness-search (typed)
  "Search code for TYPED words; filters such as calls:sleep go between them."
  (interactive "sSearch: ")
  (let* ((answer (codewitness--ask "search" (codewitness--query typed)))
         (results (append (plist-get answer :results) nil))
         (records (seq-remove (lambda (result) (plist-get result :range)) results))
         (code (seq-filter (lambda (result) (plist-get result :range)) results)))
    (when records
      (codewitness--page (seq-mapcat (lambda (result)
                                       (list (concat (plist-get result :memoryType) " " (plist-get result :id))
                                             (plist-get result :snippet) ""))
                                     records)))
    (when (or code (not records))
      (codewitness--show
       typed
       (mapcar (lambda (result)
                 (let ((symbol (plist-get result :symbol)))
                   (codewitness--item (concat (if symbol (plist-get symbol :qualifiedName)
                                                (car (split-string (plist-get result :snippet) "\n")))
                                              (codewitness--passes result))
                                      (plist-get result :uri) (plist-get result :range))))
               code)))))

(defun codewitness--texts (items)
  "Texts of ITEMS, each once."
  (string-join (seq-uniq (mapcar (lambda (item) (plist-get item :text)) items)) ", "))

;;;###autoload
(defun codewitness-signals ()
  "Show what the function at point does."
  (interactive)
  (let* ((answer (codewitness--ask "signals" (list :symbol (codewitness--here))))
         (signals (plist-get answer :signals))
         (calls (plist-get signals :calls)))
    (codewitness--page
     (append
           (list (plist-get (plist-get answer :symbol) :qualifiedName))
           (append (plist-get answer :notes) nil)
           (seq-filter
            #'identity
            (mapcar (lambda (kind)
                      (let ((found (codewitness--texts (cdr kind))))
                        (unless (string-empty-p found) (concat (car kind) " " found))))
                    `(("calls" . ,(append (plist-get calls :internal) (plist-get calls :external) nil))
                      ("reads" . ,(plist-get signals :attributeReads))
                      ("writes" . ,(plist-get signals :attributeWrites))
                      ("raises" . ,(plist-get signals :raises))
                      ("handles" . ,(plist-get signals :handles)))))))))

;;;###autoload
(defun codewitness-verify (claim)
  "Say whether CLAIM holds, with the lines that prove it."
  (interactive "sClaim: ")
  (let ((answer (codewitness--ask "verify" (list :claim claim))))
    (codewitness--page
     (append (list (format "%s: %s" (plist-get answer :status) claim) "" (plist-get answer :summary) "")
             (mapcar (lambda (one)
                       (format "%s:%d: %s" (file-name-nondirectory (eglot--uri-to-path (plist-get one :uri)))
                               (plist-get one :line) (string-trim (plist-get one :text))))
                     (plist-get answer :evidence))))))

;;;###autoload
(defun codewitness-callers ()
  "Show the calls of the function at point, with how each is known."
  (interactive)
  (let ((answer (codewitness--ask "relationships" (list :symbol (codewitness--here) :relationship "callers"))))
    (codewitness--show
     "callers"
     (seq-mapcat (lambda (one)
                   (mapcar (lambda (site)
                             (codewitness--item (format "%s [%s]" (or (plist-get (plist-get one :symbol) :qualifiedName)
                                                            (plist-get one :name))
                                                        (plist-get one :resolution))
                                                (plist-get site :uri) (plist-get site :range)))
                           (plist-get one :sites)))
                 (plist-get answer :callers)))
    (seq-do (lambda (note) (message "codewitness: %s" note)) (plist-get answer :notes))))

;;;###autoload
(defun codewitness-record-decision (decision why claims)
  "Record DECISION, WHY it was made, and CLAIMS about the code, separated by semicolons."
  (interactive "sWhat was decided? \nsWhy? \nsClaims about the code (; between): ")
  (codewitness--ask "session.recordDecision"
                    (list :decision decision :rationale why :source "user"
                          :claims (vconcat (split-string claims ";" t "[ \t]+"))))
  (message "codewitness: the decision is recorded"))

;;;###autoload
(defun codewitness-status ()
  "Say how things stand."
  (interactive)
  (let* ((answer (codewitness--ask "status" nil))
         (files (plist-get answer :files)))
    (message "codewitness %s: %s, %d of %d files" (plist-get answer :version) (plist-get answer :state)
             (plist-get files :indexed) (plist-get files :total))))

(provide 'codewitness)
;;; codewitness.el ends here
