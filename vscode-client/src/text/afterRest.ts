/** Does something once changes rest; what changes without end does not put it off for ever. */
export class AfterRest {
  private timer: NodeJS.Timeout | undefined;
  private since: number | undefined;

  constructor(private readonly run: () => void, private readonly idleMs: number, private readonly mostMs: number) {}

  /** Something has changed. */
  changed(): void {
    const now = Date.now();
    this.since ??= now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fire(), Math.max(0, Math.min(this.idleMs, this.since + this.mostMs - now)));
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private fire(): void {
    this.since = undefined;
    this.run();
  }
}
