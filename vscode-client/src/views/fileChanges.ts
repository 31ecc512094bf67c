/** What changes in files: typed here, or written to the disk by a checkout, an assistant, another window. */

import * as vscode from "vscode";

export class FileChanges implements vscode.Disposable {
  /** The file that has changed, come or gone; those of git's own folder are none. */
  readonly event: vscode.Event<vscode.Uri>;
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];

  constructor() {
    this.event = this.changed.event;
    const disk = vscode.workspace.createFileSystemWatcher("**/*");
    const tell = (uri: vscode.Uri) => {
      if (uri.scheme === "file" && !uri.path.includes("/.git/")) this.changed.fire(uri);
    };
    this.disposables = [
      this.changed, disk, disk.onDidChange(tell), disk.onDidCreate(tell), disk.onDidDelete(tell),
      vscode.workspace.onDidChangeTextDocument((event) => event.contentChanges.length > 0 && tell(event.document.uri)),
    ];
  }

  dispose(): void {
    for (const one of this.disposables) one.dispose();
  }
}
