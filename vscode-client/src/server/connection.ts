/**
 * The one client for all folders: started, stopped and restarted one after the other, and the
 * state that the rest of the extension looks at.
 */

import * as vscode from "vscode";
import {
  CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn, State,
  type ErrorHandler, type LanguageClientOptions, type Middleware, type StaticFeature,
} from "vscode-languageclient/node";
import type { Phase } from "../text/status";
import { tellIfSlow } from "../views/slow";
import { SOURCE_NAMES, triedLines, type Found } from "./candidates";
import { discover } from "./discovery";
import { serverSettingNames, serverSettings } from "./settings";
import { forwardStderr } from "./stderr";

const MOST_CRASHES = 4; // within the time below; then the user decides
const CRASH_WINDOW_MS = 180_000;

/** The claim is asked for here: the server offers the code action only to clients that say so. */
const ASKS_FOR_CLAIMS: StaticFeature = {
  fillClientCapabilities: (capabilities) => { capabilities.experimental = { commands: { commands: ["codewitness.verify"] } }; },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

export interface Channels { log: vscode.LogOutputChannel; trace: vscode.LogOutputChannel }

export class Connection implements vscode.Disposable {
  readonly onChange: vscode.Event<void>;
  phase: Phase = "stopped";
  problem = "";
  found: Found | undefined;
  private client: LanguageClient | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private work: Promise<void> = Promise.resolve();
  private restartWaits = false;
  private crashes: number[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly channels: Channels,
    private readonly middleware: Middleware,
  ) {
    this.onChange = this.changed.event;
  }

  /** The client while it runs. */
  get running(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  get serverVersion(): string | undefined {
    return this.running?.initializeResult?.serverInfo?.version;
  }

  /** The custom commands that this server answers. */
  get commands(): ReadonlySet<string> {
    return new Set(this.running?.initializeResult?.capabilities.executeCommandProvider?.commands ?? []);
  }

  get processId(): number | undefined {
    return this.client?.serverProcess?.pid;
  }

  /** Start, or start again. Requests that come while one waits are one request. */
  restart(): Promise<void> {
    if (this.restartWaits) return this.work;
    this.restartWaits = true;
    this.become("starting"); // at once, so that what is asked from now on waits for the new server
    this.work = this.work.then(async () => {
      this.restartWaits = false;
      await this.stopNow();
      await this.startNow();
    });
    return this.work;
  }

  /** When what is under way of starts and ends is done, the library's own start after a crash too. */
  async settled(): Promise<void> {
    await this.work;
    if (this.phase !== "starting") return;
    await new Promise<void>((done) => {
      const listener = this.onChange(() => {
        if (this.phase === "starting") return;
        listener.dispose();
        done();
      });
    });
  }

  stop(): Promise<void> {
    this.work = this.work.then(async () => {
      await this.stopNow();
      this.become("stopped");
    });
    return this.work;
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
  }

  /** Tell a phase that progress has shown: indexing or ready. */
  become(phase: Phase, problem = ""): void {
    this.phase = phase;
    this.problem = problem;
    this.changed.fire();
  }

  private async startNow(): Promise<void> {
    if (!vscode.workspace.getConfiguration("codewitness").get<boolean>("enable", true)) {
      this.become("disabled");
      return;
    }
    this.become("starting");
    const starting = this.discoverAndStart();
    tellIfSlow(starting, "starting the server"); // until then the palette's commands wait
    await starting;
  }

  private async discoverAndStart(): Promise<void> {
    const choice = await discover(this.context);
    for (const line of triedLines(choice.tried)) this.channels.log.info(`not used: ${line}`);
    this.found = choice.found;
    if (choice.found === undefined) {
      this.become("missing", choice.tried.at(-1)?.candidate.source === "setting" ? triedLines(choice.tried).join("; ") : "the server is not installed");
      return;
    }
    const { candidate, version } = choice.found;
    this.channels.log.info(`codewitness ${version} from ${SOURCE_NAMES[candidate.source]}: ${candidate.command.join(" ")}`);
    this.client = this.makeClient(choice.found);
    const { client } = this;
    // Also after a crash, when the library starts it again.
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) this.become("ready");
      else if (newState === State.StartFailed && this.phase === "starting") this.become("failed", "the server did not start");
    });
    try {
      await client.start();
    } catch (error) {
      this.become("failed", `the server did not start: ${String(error instanceof Error ? error.message : error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.dispose(3000);
    } catch (error) {
      this.channels.log.warn(`stopping: ${String(error)}`); // it had not started, or has gone already
    }
  }

  private makeClient(found: Found): LanguageClient {
    const [command, ...args] = found.candidate.command;
    const names = serverSettingNames(this.context);
    const options: LanguageClientOptions = {
      documentSelector: [{ scheme: "file" }],
      outputChannel: this.channels.log,
      traceOutputChannel: this.channels.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => ({ codewitness: serverSettings(names) }),
      markdown: { isTrusted: false, supportHtml: false }, // it quotes the workspace
      errorHandler: this.errorHandler(),
      middleware: {
        ...this.middleware,
        workspace: {
          // Its own settings and no others: it tells the user of each that it does not know.
          configuration: (params) => params.items.map(() => serverSettings(names)),
          // Only that something has changed; it asks for what.
          didChangeConfiguration: (_sections, next) => next(undefined),
        },
      },
      stdioOptions: {
        stdout: (input, channel) => forwardStderr(input, channel),
        stderr: (input, channel) => forwardStderr(input, channel),
      },
      initializationFailedHandler: () => false,
    };
    const client = new LanguageClient("codewitness", "codewitness", { command, args, options: { env: process.env } }, options);
    client.registerFeature(ASKS_FOR_CLAIMS);
    return client;
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const now = Date.now();
        this.crashes = [...this.crashes.filter((time) => now - time < CRASH_WINDOW_MS), now];
        const isHopeless = this.crashes.length > MOST_CRASHES;
        this.tellOfEnd(isHopeless);
        return { action: isHopeless ? CloseAction.DoNotRestart : CloseAction.Restart, handled: true };
      },
    };
  }

  private tellOfEnd(isHopeless: boolean): void {
    this.channels.log.error(`the server has ended without being asked to (${this.crashes.length} times in three minutes)`);
    if (isHopeless) {
      this.become("failed", `the server ended ${this.crashes.length} times in three minutes`);
      void this.offer("error", `codewitness: the server ended ${this.crashes.length} times in three minutes and is not started again.`, "Restart");
    } else {
      this.become("starting");
      if (this.crashes.length === 1) void this.offer("warning", "codewitness: the server ended unexpectedly and was started again.");
    }
  }

  private async offer(kind: "warning" | "error", message: string, ...more: "Restart"[]): Promise<void> {
    const show = kind === "error" ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
    const chosen = await show(message, ...more, "Show Logs");
    if (chosen === "Show Logs") this.channels.log.show();
    if (chosen === "Restart") {
      this.crashes = [];
      await this.restart();
    }
  }
}
