/** A public stream while somebody listens to it. */
export interface MarketStream {
  /** Ticks of the clock between two looks. */
  readonly paceTicks: number;
  start(): void;
  stop(): void;
  /** What there is to say since the last look. */
  collect(nowMs: number): readonly object[];
}

/** Says the state of something when it has changed since it was said. */
export class ChangingStream implements MarketStream {
  readonly paceTicks: number;
  private readonly state: () => object | undefined;
  private readonly event: (state: object, nowMs: number) => object;
  private said = "";

  /** @param state what is compared; @param event what is said of it, with its time */
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

/** Says something at each look. */
export class TimedStream implements MarketStream {
  readonly paceTicks: number;
  private readonly event: (nowMs: number) => object;

  constructor(paceTicks: number, event: (nowMs: number) => object) {
    this.paceTicks = paceTicks;
    this.event = event;
  }

  // It keeps nothing between two looks.
  start(): void {}

  stop(): void {}

  collect(nowMs: number): readonly object[] {
    return [this.event(nowMs)];
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Another stream's events in another form. */
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
