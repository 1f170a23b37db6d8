/** A public stream with at least one listener. */
export interface MarketStream {
  /** Clock ticks between two collections. */
  readonly paceTicks: number;
  start(): void;
  stop(): void;
  /** Returns the events since the last call. */
  collect(nowMs: number): readonly object[];
  /** Returns what a new listener receives at once; by default it waits for the next events. */
  greeting?(): readonly object[];
}

/** Sends a state when it has changed since it was last sent. */
export class ChangingStream implements MarketStream {
  readonly paceTicks: number;
  private readonly state: () => object | undefined;
  private readonly event: (state: object, nowMs: number) => object;
  private said = "";

  /** @param state the state that is compared; @param event builds the message with its time */
  constructor(
    paceTicks: number,
    state: () => object | undefined,
    event: (state: object, nowMs: number) => object = (state) => state,
  ) {
    this.paceTicks = paceTicks;
    this.state = state;
    this.event = event;
  }

  start(): void {
    this.said = "";
  }

  stop(): void {
    this.said = "";
  }

  collect(nowMs: number): readonly object[] {
    const state = this.state();
    if (state === undefined) return [];
    const json = JSON.stringify(state);
    if (json === this.said) return [];
    this.said = json;
    return [this.event(state, nowMs)];
  }
}

/** Sends a message at every interval. */
export class TimedStream implements MarketStream {
  readonly paceTicks: number;
  private readonly event: (nowMs: number) => object;

  constructor(paceTicks: number, event: (nowMs: number) => object) {
    this.paceTicks = paceTicks;
    this.event = event;
  }

  // Stateless.
  start(): void {}

  stop(): void {}

  collect(nowMs: number): readonly object[] {
    return [this.event(nowMs)];
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Converts another stream's events. */
export class MappedStream implements MarketStream {
  readonly paceTicks: number;
  private readonly stream: MarketStream;
  private readonly form: (event: Fields) => object;

  constructor(stream: MarketStream, form: (event: Fields) => object) {
    this.paceTicks = stream.paceTicks;
    this.stream = stream;
    this.form = form;
  }

  start(): void {
    this.stream.start();
  }

  stop(): void {
    this.stream.stop();
  }

  collect(nowMs: number): readonly object[] {
    return this.stream.collect(nowMs).map((event) => this.form(event as Fields));
  }
}

/** Sends the events of several streams. */
export class JoinedStream implements MarketStream {
  readonly paceTicks: number;
  private readonly streams: readonly MarketStream[];

  /** @param paceTicks how often all of them are collected */
  constructor(paceTicks: number, streams: readonly MarketStream[]) {
    this.paceTicks = paceTicks;
    this.streams = streams;
  }

  start(): void {
    for (const stream of this.streams) stream.start();
  }

  stop(): void {
    for (const stream of this.streams) stream.stop();
  }

  collect(nowMs: number): readonly object[] {
    return this.streams.flatMap((stream) => stream.collect(nowMs));
  }
}

/** A stream of something that does not exist here: it can be subscribed to and never sends anything. */
export class SilentStream implements MarketStream {
  readonly paceTicks = 1;

  start(): void {}

  stop(): void {}

  collect(): readonly object[] {
    return [];
  }
}
