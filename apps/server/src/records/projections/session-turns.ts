/** Whether a statement begins or ends its connection's transaction; most do neither. */
export type Turn = "begin" | "end";

interface Waiting<Connection> {
  readonly connection: Connection;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Lets several connections share one database session. Work runs one at a time, in order of arrival. While a
 * connection is in a transaction, only its work runs, and all other work waits.
 */
export class SessionTurns<Connection> {
  private readonly rollBack: () => Promise<unknown>;
  private waiting: Waiting<Connection>[] = [];
  private isBusy = false;
  /** The connection in a transaction. */
  private holder: Connection | undefined;
  private refusal: ((connection: Connection) => Error | undefined) | undefined;

  /** @param rollBack ends the session's transaction, whatever state it is in */
  constructor(rollBack: () => Promise<unknown>) {
    this.rollBack = rollBack;
  }

  /** Runs `work` when it is the connection's turn. A transaction also ends when the work that should end it fails. */
  async run<T>(connection: Connection, turn: Turn | undefined, work: () => Promise<T>): Promise<T> {
    await this.begin(connection);
    let isDone = false;
    try {
      const result = await work();
      isDone = true;
      return result;
    } finally {
      if (turn === "begin" && isDone) this.holder = connection;
      else if (turn !== undefined) await this.endTransaction(isDone);
      await this.next();
    }
  }

  /**
   * Rejects work of some connections from now on, including what waits, and rolls back a transaction of theirs: they
   * may not be able to end it.
   * @param refusal returns the reason to reject a connection's work, if there is one
   */
  async refuse(refusal: (connection: Connection) => Error | undefined): Promise<void> {
    this.refusal = refusal;
    const { waiting } = this;
    this.waiting = waiting.filter(({ connection }) => refusal(connection) === undefined);
    for (const { connection, reject } of waiting) {
      const reason = refusal(connection);
      if (reason !== undefined) reject(reason);
    }
    if (this.isBusy) return;
    this.isBusy = true;
    await this.next();
  }

  private begin(connection: Connection): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const reason = this.refusal?.(connection);
      if (reason !== undefined) reject(reason);
      else if (!this.isBusy && this.mayRun(connection)) {
        this.isBusy = true;
        resolve();
      } else this.waiting.push({ connection, start: resolve, reject });
    });
  }

  private async next(): Promise<void> {
    if (this.holder !== undefined && this.refusal?.(this.holder) !== undefined)
      await this.endTransaction(false);
    const index = this.waiting.findIndex(({ connection }) => this.mayRun(connection));
    this.isBusy = index >= 0;
    if (this.isBusy) this.waiting.splice(index, 1)[0]?.start();
  }

  private mayRun(connection: Connection): boolean {
    return this.holder === undefined || this.holder === connection;
  }

  private async endTransaction(isEnded: boolean): Promise<void> {
    // The caller gets the error of its own statement; an unusable session fails at the next one.
    if (!isEnded) await this.rollBack().catch(() => undefined);
    this.holder = undefined;
  }
}
