import type { MessageEndpoint } from "../link/message-endpoint.ts";

/** Methods that the other thread may call, by name. Parameters and results are copied. */
type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/** Of a thread that calls and is not called. */
export type NoMethods = Readonly<Record<string, () => never>>;

/** The methods of the other thread as this one calls them. */
export type Remote<M extends Methods> = {
  readonly [Name in keyof M]: (...parameters: Parameters<M[Name]>) => Promise<Awaited<ReturnType<M[Name]>>>;
};

interface CallMessage {
  readonly kind: "call";
  readonly id: number;
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** Errors keep these fields; their class is lost. */
interface SentError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

type Message =
  | CallMessage
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: SentError };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Whether a peer can read it: for messages from another process, whose names and parameters its methods must check. */
export function isPeerMessage(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { kind, id, name, parameters, error } = message as Readonly<Record<string, unknown>>;
  if (typeof id !== "number") return false;
  if (kind === "call") return typeof name === "string" && Array.isArray(parameters);
  return kind === "value" || (kind === "error" && typeof error === "object" && error !== null);
}

/** Rejects calls to a thread that has ended. */
export class ThreadGoneError extends Error {
  constructor() {
    super("the other thread has ended");
    this.name = "ThreadGoneError";
  }
}

/**
 * Two threads or processes that call each other's methods over one port or channel. Everything arrives in the order in which it was sent, so an
 * answer is never newer than a call that was sent after it.
 */
export class ThreadPeer<Own extends Methods, Other extends Methods> {
  readonly other: Remote<Other>;
  private readonly port: MessageEndpoint;
  private readonly own: Own;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private isGone = false;

  constructor(port: MessageEndpoint, own: Own) {
    this.port = port;
    this.own = own;
    this.other = new Proxy({} as Remote<Other>, {
      get:
        (_, name) =>
        (...parameters: unknown[]) =>
          this.call(String(name), parameters),
    });
    port.on("message", (message: Message) => this.receive(message));
    port.once("close", () => this.end());
  }

  close(): void {
    this.port.close();
    this.end();
  }

  private call(name: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.isGone) return Promise.reject(new ThreadGoneError());
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.port.postMessage({ kind: "call", id, name, parameters } satisfies Message);
      this.waiting.set(id, { resolve, reject });
    });
  }

  private receive(message: Message): void {
    if (message.kind === "call") {
      this.answer(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === "value") waiting?.resolve(message.value);
    else waiting?.reject(receivedError(message.error));
  }

  /** A method without a promise is answered at once, before anything that this thread does later. */
  private answer({ id, name, parameters }: CallMessage): void {
    const fail = (error: unknown): void => this.send({ kind: "error", id, error: sentError(error) });
    const give = (value: unknown): void => {
      try {
        this.send({ kind: "value", id, value });
      } catch (error) {
        fail(error);
      }
    };
    try {
      const method = Object.hasOwn(this.own, name)
        ? (this.own[name] as (...given: readonly unknown[]) => unknown)
        : undefined;
      if (method === undefined) throw new Error(`the thread has no method ${name}`);
      const outcome = method(...parameters);
      if (outcome instanceof Promise) outcome.then(give, fail);
      else give(outcome);
    } catch (error) {
      fail(error);
    }
  }

  private send(message: Message): void {
    if (!this.isGone) this.port.postMessage(message);
  }

  private end(): void {
    this.isGone = true;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new ThreadGoneError());
  }
}

function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { message: String(error), stack: undefined, code: undefined, syscall: undefined };
  const { message, stack, code, syscall } = error as NodeJS.ErrnoException;
  return { message, stack, code, syscall };
}

function receivedError({ message, stack, code, syscall }: SentError): Error {
  const error: NodeJS.ErrnoException = new Error(message);
  if (stack !== undefined) error.stack = stack;
  if (code !== undefined) error.code = code;
  if (syscall !== undefined) error.syscall = syscall;
  return error;
}
