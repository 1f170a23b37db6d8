/** Has messages that wait for the end of this turn of the event loop. */
interface Waiting {
  flush(): void;
}

/**
 * Writes what connections have queued once per turn of the event loop: replies to orders and the private messages about
 * them share one frame and one system call per connection.
 */
export class TurnWrites {
  private waiting: Waiting[] = [];

  /** Call when the first message of a connection is queued. */
  add(connection: Waiting): void {
    if (this.waiting.push(connection) === 1) setImmediate(this.write);
  }

  private readonly write = (): void => {
    const { waiting } = this;
    this.waiting = [];
    for (const connection of waiting) connection.flush();
  };
}
