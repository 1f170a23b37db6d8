import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import { LiveStore } from "./live-store.ts";
import type { Pulse } from "./pulse.ts";
import type { SocketClient } from "./socket-client.ts";
import type { PrivateMessage } from "./socket-messages.ts";

/** A deposit or withdrawal from a socket message, with its time. */
export interface ReceivedValue<T> {
  readonly value: T;
  readonly asOfSeq: number;
  readonly receivedAtMs: number;
}

/** A value from a reply, with the time of its request. */
export interface FetchedValue<T> {
  readonly value: T;
  /** 0 if the reply has no sequence number. */
  readonly asOfSeq: number;
  readonly requestedAtMs: number;
}

export interface MovementView {
  readonly deposits: ReadonlyMap<string, ReceivedValue<WireDeposit>>;
  readonly withdrawals: ReadonlyMap<string, ReceivedValue<WireWithdrawal>>;
  /** Increases with each bind: data fetched before the last bind may be incomplete. */
  readonly binds: number;
}

/** More than a page lists; the oldest are dropped. */
const MAX_KEPT = 200;

/**
 * The user's deposits and withdrawals from socket messages. Nothing is fetched here: screens fetch their own lists and
 * merge these messages into them.
 */
export class MovementStore extends LiveStore<MovementView> {
  private readonly deposits = new Map<string, ReceivedValue<WireDeposit>>();
  private readonly withdrawals = new Map<string, ReceivedValue<WireWithdrawal>>();
  private readonly now: () => number;
  private binds = 0;

  /** @param isCurrent whether this store's user is logged in */
  constructor(
    client: Pick<SocketClient, "onPrivate" | "onBound">,
    pulse: Pulse,
    isCurrent: () => boolean = () => true,
    now: () => number = () => performance.now(),
  ) {
    super(pulse, { deposits: new Map(), withdrawals: new Map(), binds: 0 });
    this.now = now;
    client.onPrivate((message) => {
      if (isCurrent()) this.receive(message);
    });
    client.onBound((bound) => {
      if (!bound.private || !isCurrent()) return;
      this.binds++;
      this.changed();
    });
  }

  /** Updated while the user is logged in, even without watchers: a missed message could not be recovered later. */
  protected override start(): void {}
  protected override stop(): void {}

  protected override build(): MovementView {
    return {
      deposits: new Map(this.deposits),
      withdrawals: new Map(this.withdrawals),
      binds: this.binds,
    };
  }

  private receive(message: PrivateMessage): void {
    if (message.type === "deposit") {
      const { deposit, asOfSeq } = message.data;
      this.keep(this.deposits, deposit.depositId, deposit, asOfSeq);
    } else if (message.type === "withdrawal") {
      const { withdrawal, asOfSeq } = message.data;
      this.keep(this.withdrawals, withdrawal.withdrawalId, withdrawal, asOfSeq);
    }
  }

  private keep<T>(kept: Map<string, ReceivedValue<T>>, id: string, value: T, asOfSeq: number): void {
    const known = kept.get(id);
    if (known !== undefined && asOfSeq < known.asOfSeq) return;
    kept.delete(id);
    kept.set(id, { value, asOfSeq, receivedAtMs: this.now() });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    this.changed();
  }
}

/**
 * Returns the newer of a reply and a message. Confirmations change without a journal entry, so both may have the same
 * sequence number; then the message wins if it arrived after the request.
 */
export function newerOf<T>(fetched: FetchedValue<T>, received: ReceivedValue<T> | undefined): T {
  if (received === undefined || received.asOfSeq < fetched.asOfSeq) return fetched.value;
  if (received.asOfSeq > fetched.asOfSeq && fetched.asOfSeq > 0) return received.value;
  return received.receivedAtMs > fetched.requestedAtMs ? received.value : fetched.value;
}

/** Merges messages received since the request into a list of deposits, newest first. */
export function mergeDeposits(
  list: FetchedValue<readonly WireDeposit[]>,
  received: ReadonlyMap<string, ReceivedValue<WireDeposit>>,
): readonly WireDeposit[] {
  const listed = new Set(list.value.map(({ depositId }) => depositId));
  const news = [...received.values()]
    .filter(({ value, receivedAtMs }) => !listed.has(value.depositId) && receivedAtMs > list.requestedAtMs)
    .map(({ value }) => value);
  const merged = list.value.map((deposit) =>
    newerOf({ ...list, value: deposit }, received.get(deposit.depositId)),
  );
  return [...news, ...merged].sort((a, b) => b.createdAtMs - a.createdAtMs);
}
