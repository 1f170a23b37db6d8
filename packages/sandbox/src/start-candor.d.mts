export interface CandorOptions {
  /** Directory of all data; it is kept. By default a temporary one, which `stop` removes. */
  readonly home?: string;
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** What a new home's prices, market makers and founding time follow from, from 0 to 4294967295. By default they are random. */
  readonly seed?: number;
  /** `manual`: the exchange's time stands still until `advance`. By default it is the system's. */
  readonly clock?: "system" | "manual";
  /** `scenario`: a test rig, in which everything can be set. Only for a new home, or one that is a test rig. */
  readonly mode?: "sandbox" | "scenario";
  /**
   * Keeps a spare sandbox ready for `reset`, which costs the memory of a second one. `port` then belongs to the calling
   * program, and homes are temporary.
   */
  readonly resettable?: boolean;
  /** Environment variables of the server, see README.md. Those of the calling program with the same names do not apply. */
  readonly env?: Readonly<Record<string, string>>;
  /** Node.js 24 or newer that runs the server; by default the calling program's, or the one that Candor has installed. */
  readonly node?: string;
  /** Milliseconds until the server must be ready; by default 120,000. */
  readonly startTimeoutMs?: number;
}

/** A decimal, such as `"0.5"`, or a number that JavaScript writes without an exponent. */
export type Amount = string | number;

export interface AccountOptions {
  /** USDT in total; by default 1,000,000. */
  readonly usdt?: Amount;
  /** The part of it in the contract wallet, which is Binance's futures; by default half. */
  readonly futuresUsdt?: Amount;
  readonly btc?: Amount;
  /** Other coins in the spot wallet, by symbol. */
  readonly coins?: Readonly<Record<string, Amount>>;
  /** A key of your own with its secret, 64 letters and digits each. If it exists, its account is returned unchanged. */
  readonly key?: string;
  readonly secret?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface CandorAccount {
  /** False if the key existed: then nothing was changed. */
  readonly created: boolean;
  readonly userId: number;
  readonly username: string;
  readonly apiKey: string;
  readonly secret: string;
  /** Balances now, by symbol, as decimals. */
  readonly spot: Readonly<Record<string, string>>;
  readonly futures: Readonly<Record<string, string>>;
  /** The server's address. */
  readonly url: string;
}

/** A rule of docs/faults.md, for calls or for streams. */
export type FaultRule = {
  readonly chance?: number;
  readonly times?: number;
  readonly afterMs?: number;
  readonly forMs?: number;
} & (
  | { readonly fault: string; readonly method?: string; readonly path?: string; readonly apiKey?: string }
  | { readonly stream: string; readonly do: "skip" | "close" | "stall"; readonly stallMs?: number }
);

/** A rule, and how often it has applied. */
export type AppliedFaultRule = FaultRule & { readonly applied: number };

/** A sandbox that runs. */
export interface ConnectedCandor {
  /** Address for HTTP, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Address for WebSocket, such as `ws://127.0.0.1:40123`. */
  readonly wsUrl: string;
  readonly port: number;
  readonly home: string;
  /** Opens an account with play money and an API key. Rejects with the server's reason. */
  openAccount(options?: AccountOptions): Promise<CandorAccount>;
  /** Replaces all fault rules; `[]` ends faults. Rejects with the server's reason and changes nothing if a rule is wrong. */
  setFaults(rules: readonly FaultRule[]): Promise<readonly AppliedFaultRule[]>;
  /** Returns the rules, and how often each has applied. */
  faults(): Promise<readonly AppliedFaultRule[]>;
  /**
   * Lets time pass, if the clock is manual; never beyond the end of a recording. Resolves once all that falls due is done, durable and sent to the streams.
   * @param stepMs time between two stops, at most 5,000: what falls due in between happens at the next stop. Faster for long
   * times; by default every timer has a stop of its own
   */
  advance(advanceMs: number, options?: { readonly stepMs?: number }): Promise<ExchangeTime>;
  /** Returns the time, if the clock is manual or that of a recording. */
  time(): Promise<ExchangeTime>;
  /** Test rig: sets the available balance of a wallet. */
  setBalance(wanted: {
    readonly userId: number;
    readonly wallet: "spot" | "futures" | "main" | "option";
    readonly asset: string;
    readonly amount: Amount;
  }): Promise<Journaled>;
  /** Test rig: sets the index of a spot market, which its contract follows, until the next call or the server's end. */
  pushIndex(symbol: string, price: Amount): Promise<Journaled>;
  /** Test rig: ends the funding interval of a contract. */
  settleFunding(symbol: string): Promise<Journaled>;
  /** Test rig: replaces the orders of an earlier call with these, at most 90 a side. They may match orders that are there. */
  placeBook(wanted: {
    readonly symbol: string;
    readonly market?: "spot" | "futures";
    readonly bids?: readonly (readonly [price: Amount, quantity: Amount])[];
    readonly asks?: readonly (readonly [price: Amount, quantity: Amount])[];
  }): Promise<{ readonly orderIds: readonly string[] }>;
}

/** Number of the command in the journal. */
export interface Journaled {
  readonly seq: number;
}

/** The exchange's time and the end of its journal. */
export interface ExchangeTime {
  readonly timeMs: number;
  /** Number of the last command. */
  readonly seq: number;
  /** Hash of the journal up to there: the same after the same calls, with the same seed and a manual clock. */
  readonly hash: string;
  /** Only if recorded files are replayed: the times of their first and last row, and whether the last one has passed. */
  readonly recording?: { readonly beginMs: number; readonly endMs: number; readonly hasEnded: boolean };
}

/** A sandbox that was started here. */
export interface Candor extends ConnectedCandor {
  /** Process id of the server. */
  readonly pid: number;
  /** The newest of what the server has printed, at most 64 KiB. */
  output(): string;
  /**
   * Replaces the sandbox by one that was just founded, at the same `url`, and closes all connections. With a seed and a manual
   * clock, that is the same state each time. Takes milliseconds if the spare one is ready, and otherwise waits for it. Only
   * with `resettable`.
   */
  reset(): Promise<void>;
  /** Stops the server and removes a temporary home. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a sandbox as a child process and waits until it trades. Rejects with its output if it ends before. The server ends
 * with the calling program, however that ends.
 */
export function startCandor(options?: CandorOptions): Promise<Candor>;

/** Returns the functions for a sandbox that another program or thread has started, given its `url` and `home`. */
export function connectCandor(place: { readonly url: string; readonly home: string }): ConnectedCandor;
