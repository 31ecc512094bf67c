/** A quick pick of places: the one under the cursor is previewed, and may be opened to the side. */

import * as vscode from "vscode";
import type { Location } from "../api";
import { messageOf, openPlace } from "../app";
import { twoLines } from "../text/twoLines";

export interface PlaceItem extends vscode.QuickPickItem {
  place?: Location | undefined;
  /** What choosing it does instead of opening its place. */
  run?: (() => Promise<unknown>) | undefined;
}

/** What is to be known of the entries above it. */
export function noteItem(note: string): PlaceItem {
  const { label, ...rest } = twoLines(note);
  return { label: `$(info) ${label}`, ...rest };
}

const TO_SIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: "Open to the Side" };
const DEBOUNCE_MS = 120;
const AGAIN_MS = 1000;

export interface PlacePickOptions {
  title: string;
  placeholder: string;
  value?: string;
  /** Items for what is typed. With `live`, asked again at each change; else asked once. */
  items: (typed: string, token: vscode.CancellationToken) => Promise<PlaceItem[]>;
  live?: boolean;
  /** True if the last answer rests on a part of the files only: it is asked for again after a while. */
  isUnfinished?: () => boolean;
  /** What is to be known of all that the last answer has; it stands beside the title. */
  note?: () => string | undefined;
  /** What is said where there are none: of all, and of those that fit what is typed. */
  none?: { atAll: string; fitting: string };
  onError: (error: unknown) => void;
}

/** Gives what was typed when something was chosen; undefined if the pick was left. */
export function pickPlace(options: PlacePickOptions): Promise<string | undefined> {
  return new PlacePick(options).run();
}

class PlacePick {
  private readonly pick = vscode.window.createQuickPick<PlaceItem>();
  private readonly origin = vscode.window.activeTextEditor;
  private readonly originalSelection = this.origin?.selection;
  private readonly tabsBefore = new Set(previewTabs().map(({ uri }) => uri));
  private source = new vscode.CancellationTokenSource();
  private timer: NodeJS.Timeout | undefined;
  private accepted = false;
  private previewed = false;

  constructor(private readonly options: PlacePickOptions) {
    this.pick.title = options.title;
    this.pick.placeholder = options.placeholder;
    this.pick.value = options.value ?? "";
    this.pick.matchOnDescription = this.pick.matchOnDetail = !options.live;
    // Else VS Code puts those first whose label begins with what was typed, whatever the server thinks.
    // The property is not in the types of the engine that we name; where it is not known it does nothing.
    (this.pick as { sortByLabel?: boolean }).sortByLabel = !options.live;
  }

  run(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.pick.onDidChangeValue(() => this.options.live && this.later());
      this.pick.onDidChangeActive(([item]) => void this.preview(item));
      this.pick.onDidTriggerItemButton(({ item }) => void this.accept(item, vscode.ViewColumn.Beside));
      this.pick.onDidAccept(() => void this.accept(this.pick.activeItems[0]));
      this.pick.onDidHide(() => {
        clearTimeout(this.timer);
        this.source.cancel();
        if (!this.accepted) void this.goBack();
        this.pick.dispose();
        resolve(this.accepted ? this.pick.value : undefined);
      });
      this.pick.show();
      void this.fill();
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.fill(), DEBOUNCE_MS);
  }

  /** What was asked for before the last change is not shown any more. */
  private async fill(isAgain = false): Promise<void> {
    this.source.cancel();
    const source = (this.source = new vscode.CancellationTokenSource());
    this.pick.busy = true;
    try {
      const items = await this.options.items(this.pick.value, source.token);
      if (source.token.isCancellationRequested) return;
      const note = this.options.note?.();
      this.pick.title = note === undefined ? this.options.title : `${this.options.title}: ${note}`;
      this.show((items.length > 0 ? items : this.none()).map((item) => this.shown(item)), isAgain);
      if (this.options.isUnfinished?.()) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.fill(true), AGAIN_MS);
        return; // and is busy until it has all
      }
    } catch (error) {
      if (source.token.isCancellationRequested || error instanceof vscode.CancellationError) return;
      this.pick.items = this.options.live ? [{ label: `$(warning) ${messageOf(error)}`, alwaysShow: true }] : [];
      if (!this.options.live) this.options.onError(error);
    }
    if (source === this.source) this.pick.busy = false;
  }

  /** Shows other items; what was asked for again leaves the one active that somebody has gone to. */
  private show(items: PlaceItem[], isAgain: boolean): void {
    const before = this.pick.items;
    if (isAgain && items.map(keyOf).join() === before.map(keyOf).join()) return;
    const active = this.pick.activeItems[0];
    const isChosen = isAgain && active !== undefined && active !== before[0];
    this.pick.items = items;
    const same = isChosen ? items.find((item) => keyOf(item) === keyOf(active)) : undefined;
    if (same !== undefined) this.pick.activeItems = [same];
  }

  private none(): PlaceItem[] {
    const { none } = this.options;
    return none === undefined ? [] : [{ label: `$(search-stop) ${this.pick.value.trim() ? none.fitting : none.atAll}` }];
  }

  private shown(item: PlaceItem): PlaceItem {
    const buttons = item.place === undefined ? {} : { buttons: [TO_SIDE] };
    return { ...item, ...buttons, alwaysShow: this.options.live === true };
  }

  private async preview(item: PlaceItem | undefined): Promise<void> {
    if (item?.place === undefined || this.accepted) return;
    this.previewed = true;
    const editor = await openPlace(item.place, { preserveFocus: true, preview: true }).catch(() => undefined);
    if (editor === undefined) this.pick.placeholder = `${this.options.placeholder} (this file can't be opened any more)`;
  }

  private async accept(item: PlaceItem | undefined, column?: vscode.ViewColumn): Promise<void> {
    if (item === undefined || (item.place === undefined && item.run === undefined)) return;
    this.accepted = true;
    this.pick.hide();
    try {
      if (item.run !== undefined) await item.run();
      else if (item.place !== undefined) await openPlace(item.place, column === undefined ? { preview: false } : { viewColumn: column, preview: false });
    } catch (error) {
      this.options.onError(error);
    }
  }

  private async goBack(): Promise<void> {
    if (!this.previewed) return;
    if (this.origin !== undefined && this.originalSelection !== undefined) {
      await vscode.window.showTextDocument(this.origin.document, { selection: this.originalSelection, ...(this.origin.viewColumn ? { viewColumn: this.origin.viewColumn } : {}) });
    }
    const own = this.origin?.document.uri.toString();
    const left = previewTabs().filter(({ uri }) => uri !== own && !this.tabsBefore.has(uri));
    if (left.length > 0) await vscode.window.tabGroups.close(left.map(({ tab }) => tab), true);
  }
}

function keyOf({ label, description, detail }: PlaceItem): string {
  return JSON.stringify([label, description, detail]);
}

/** Tabs that are there for a look only, as VS Code shows in italics. */
function previewTabs(): { tab: vscode.Tab; uri: string }[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs)
    .flatMap((tab) => (tab.isPreview && tab.input instanceof vscode.TabInputText ? [{ tab, uri: tab.input.uri.toString() }] : []));
}
