import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import type { Hex } from "../../kit/hex.ts";
import { ChainLedger } from "./chain-ledger.ts";
import { depositIdOf } from "./deposit-id.ts";
import type { DepositMove, DepositRecord, WatchRecord } from "./watch-records.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type DepositEntry = Writable<DepositRecord>;

/** Records that change the status of deposits already seen. */
type DepositChange = Extract<
  WatchRecord,
  {
    type:
      | "confirmed"
      | "crediting"
      | "credited"
      | "ignored"
      | "held"
      | "reopened"
      | "settled"
      | "loss-accepted";
  }
>;

/** Records of blocks too old to be undone, after which the journal is rewritten. */
const MIN_OUTDATED = 50_000;

/** Reasons for not crediting something that arrived. */
const ARRIVED: ReadonlySet<string> = new Set([
  "below-minimum",
  "unknown-token",
  "over-limit",
  "account-closed",
  "not-offered",
  "unproven",
]);

/** The watcher's whole state, built by applying its records in order. */
export class WatchState {
  private readonly chainByIndex = new Map<number, ChainLedger>();
  private readonly indexByEvmChainId = new Map<number, number>();
  private readonly addressByUser = new Map<number, Hex>();
  private readonly userByAddress = new Map<Hex, number>();
  private readonly depositById = new Map<string, DepositEntry>();
  private readonly depositsByUser = new Map<number, DepositEntry[]>();
  private readonly depositByCredit = new Map<number, DepositEntry>();
  /** Seen or confirmed deposits, in the order seen. */
  private readonly openDeposits = new Set<DepositEntry>();
  private readonly decimalsByAsset = new Map<string, number>();
  private readonly orphans = new Set<DepositEntry>();
  private changed = new Set<string>();
  private records = 0;

  apply(record: WatchRecord): void {
    this.records++;
    switch (record.type) {
      case "chain-registered":
        this.indexByEvmChainId.set(record.evmChainId, record.chainIndex);
        this.chainByIndex.set(record.chainIndex, new ChainLedger(record.chainIndex));
        return;
      case "address-issued":
        this.addressByUser.set(record.userId, record.address);
        this.userByAddress.set(record.address, record.userId);
        return;
      case "advanced":
        for (const block of record.blocks) {
          this.chain(record.chainIndex).advance(block, this.addressOf);
          for (const move of block.moves)
            if (move.kind === "deposit") this.see(record.chainIndex, block.number, move, record.timeMs);
        }
        return;
      case "reverted":
        return this.revert(record.chainIndex, record.toNumber, record.timeMs);
      case "found":
        this.chain(record.chainIndex).addFound(record.blockNumber, record.move, this.addressOf);
        return this.see(record.chainIndex, record.blockNumber, record.move, record.timeMs);
      case "asset-known":
        this.decimalsByAsset.set(`${record.chainIndex} ${record.assetId}`, record.decimals);
        return;
      case "kept-deposit":
        return this.add({ ...record.deposit });
      case "kept-chain":
        return this.chain(record.chain.chainIndex).restore(record.chain);
      default:
        this.changeDeposits(record);
    }
  }

  *dump(): Generator<WatchRecord> {
    for (const [evmChainId, chainIndex] of this.indexByEvmChainId)
      yield { type: "chain-registered", chainIndex, evmChainId };
    for (const [key, decimals] of this.decimalsByAsset) {
      const [chainIndex, assetId] = key.split(" ").map(Number);
      yield { type: "asset-known", chainIndex: chainIndex ?? 0, assetId: assetId ?? 0, decimals };
    }
    for (const [userId, address] of this.addressByUser) yield { type: "address-issued", userId, address };
    for (const chain of this.chainByIndex.values()) yield { type: "kept-chain", chain: chain.record() };
    for (const deposit of this.depositById.values()) yield { type: "kept-deposit", deposit: { ...deposit } };
  }

  get isWorthRewriting(): boolean {
    const needed = this.addressByUser.size + this.depositById.size;
    return this.records > MIN_OUTDATED && this.records > 4 * needed;
  }

  /** Returns undefined when the chain was never watched. */
  chainIndexOf(evmChainId: number): number | undefined {
    return this.indexByEvmChainId.get(evmChainId);
  }

  get chainCount(): number {
    return this.chainByIndex.size;
  }

  chain(chainIndex: number): ChainLedger {
    const chain = this.chainByIndex.get(chainIndex);
    if (chain === undefined) throw new RangeError(`chain ${chainIndex} is not registered`);
    return chain;
  }

  issuedAddressOf(userId: number): Hex | undefined {
    return this.addressByUser.get(userId);
  }

  /** Returns users and their addresses, in the order issued. */
  issuedAddresses(): readonly (readonly [number, Hex])[] {
    return [...this.addressByUser];
  }

  userOf(address: Hex): number | undefined {
    return this.userByAddress.get(address);
  }

  deposit(depositId: string): DepositRecord | undefined {
    return this.depositById.get(depositId);
  }

  depositOfCredit(seq: number): DepositRecord | undefined {
    return this.depositByCredit.get(seq);
  }

  /** In the order seen. */
  depositsOf(userId: number): readonly DepositRecord[] {
    return this.depositsByUser.get(userId) ?? [];
  }

  /** Returns undefined when it was never offered on this chain. */
  decimalsOf(chainIndex: number, assetId: number): number | undefined {
    return this.decimalsByAsset.get(`${chainIndex} ${assetId}`);
  }

  /** Returns uncredited arrivals: those waiting for an operator first, then the rest, newest first. */
  uncredited(chainIndex: number): readonly DepositRecord[] {
    const found = [...this.depositById.values()].filter(
      ({ chainIndex: of, status, reason }) =>
        of === chainIndex && (status === "held" || (status === "ignored" && ARRIVED.has(reason ?? ""))),
    );
    const rank = ({ status }: DepositRecord): number => (status === "held" ? 0 : 1);
    return found.sort((a, b) => rank(a) - rank(b) || b.updatedAtMs - a.updatedAtMs);
  }

  /** Returns deposits that are neither credited, held nor ignored. */
  open(chainIndex: number): readonly DepositRecord[] {
    return [...this.openDeposits].filter((deposit) => deposit.chainIndex === chainIndex);
  }

  hasOpenDeposit(chainIndex: number, userId: number): boolean {
    return (
      this.openDeposits.size > 0 &&
      this.depositsOf(userId).some((deposit) => {
        const isOpen = deposit.status === "seen" || deposit.status === "confirmed";
        return isOpen && deposit.chainIndex === chainIndex;
      })
    );
  }

  /** Returns credited deposits that are no longer on the chain and whose loss was not accepted. */
  orphaned(chainIndex: number): readonly DepositRecord[] {
    return [...this.orphans].filter((deposit) => deposit.chainIndex === chainIndex);
  }

  /** Yields credited deposits that are still on the chain. */
  *credited(chainIndex: number): Generator<DepositRecord> {
    for (const deposit of this.depositById.values())
      if (deposit.chainIndex === chainIndex && deposit.status === "credited" && !deposit.orphaned)
        yield deposit;
  }

  /** Returns the deposits changed since the last call. */
  takeChanged(): ReadonlySet<string> {
    const { changed } = this;
    this.changed = new Set();
    return changed;
  }

  private readonly addressOf = (userId: number): Hex => {
    const address = this.addressByUser.get(userId);
    if (address === undefined) throw new RangeError(`user ${userId} has no address`);
    return address;
  };

  private changeDeposits(record: DepositChange): void {
    switch (record.type) {
      case "confirmed":
        for (const depositId of record.depositIds) this.change(depositId, record.timeMs).status = "confirmed";
        return;
      case "crediting":
        for (const depositId of record.depositIds) this.change(depositId, record.timeMs).crediting = true;
        return;
      case "credited":
        return this.credit(record.depositId, record.seq, record.timeMs);
      case "ignored": {
        const entry = this.change(record.depositId, record.timeMs);
        entry.status = "ignored";
        entry.reason = record.reason;
        this.openDeposits.delete(entry);
        return;
      }
      case "held": {
        const entry = this.change(record.depositId, record.timeMs);
        entry.status = "held";
        entry.reason = record.reason;
        entry.crediting = false;
        this.openDeposits.delete(entry);
        return;
      }
      case "reopened": {
        const entry = this.change(record.depositId, record.timeMs);
        entry.status = "confirmed";
        entry.reason = null;
        entry.note = undefined;
        this.openDeposits.add(entry);
        return;
      }
      case "settled": {
        const entry = this.change(record.depositId, record.timeMs);
        entry.status = "ignored";
        entry.note = record.note;
        return;
      }
      case "loss-accepted": {
        const entry = this.change(record.depositId, record.timeMs);
        entry.lossAccepted = true;
        this.orphans.delete(entry);
        return;
      }
      default:
        unknownRecord("chain", record);
    }
  }

  private see(chainIndex: number, blockNumber: number, move: DepositMove, timeMs: number): void {
    const known = this.depositById.get(depositIdOf(chainIndex, move.txHash, move.position));
    if (known === undefined) this.add(entryOf(chainIndex, blockNumber, move, timeMs));
    else this.updateReorganized(known, blockNumber, move, timeMs);
  }

  /** Updates a deposit whose transaction was mined again after a reorganization, perhaps with a different outcome. */
  private updateReorganized(
    entry: DepositEntry,
    blockNumber: number,
    move: DepositMove,
    timeMs: number,
  ): void {
    if (entry.status === "credited") {
      entry.blockNumber = blockNumber;
      entry.updatedAtMs = timeMs;
      this.changed.add(entry.depositId);
      const isSame =
        !move.failed &&
        move.amount === entry.amount &&
        move.userId === entry.userId &&
        move.assetId === entry.assetId;
      if (!isSame) return;
      entry.orphaned = false;
      this.orphans.delete(entry);
      return;
    }
    // The new outcome may even pay a different user.
    const { createdAtMs, depositId } = entry;
    this.drop(entry);
    this.add({ ...entryOf(entry.chainIndex, blockNumber, move, timeMs), depositId, createdAtMs });
  }

  private revert(chainIndex: number, toNumber: number, timeMs: number): void {
    for (const block of this.chain(chainIndex).revert(toNumber, this.addressOf)) {
      for (const move of block.moves) {
        if (move.kind !== "deposit") continue;
        const entry = this.change(depositIdOf(chainIndex, move.txHash, move.position), timeMs);
        if (entry.status === "credited") {
          entry.orphaned = true;
          this.orphans.add(entry);
        } else {
          entry.status = "ignored";
          entry.reason = "reorganised";
          this.openDeposits.delete(entry);
        }
      }
    }
  }

  private credit(depositId: string, seq: number, timeMs: number): void {
    const entry = this.change(depositId, timeMs);
    entry.status = "credited";
    entry.crediting = false;
    entry.reason = null;
    entry.creditSeq = seq;
    this.openDeposits.delete(entry);
    this.depositByCredit.set(seq, entry);
  }

  private change(depositId: string, timeMs: number): DepositEntry {
    const entry = this.depositById.get(depositId);
    if (entry === undefined) throw new RangeError(`unknown deposit ${depositId}`);
    entry.updatedAtMs = timeMs;
    this.changed.add(depositId);
    return entry;
  }

  private drop(entry: DepositEntry): void {
    this.depositById.delete(entry.depositId);
    this.openDeposits.delete(entry);
    const own = this.depositsByUser.get(entry.userId);
    if (own !== undefined) own.splice(own.indexOf(entry), 1);
  }

  private add(entry: DepositEntry): void {
    this.changed.add(entry.depositId);
    this.depositById.set(entry.depositId, entry);
    const own = this.depositsByUser.get(entry.userId);
    if (own === undefined) this.depositsByUser.set(entry.userId, [entry]);
    else own.push(entry);
    if (entry.status === "seen" || entry.status === "confirmed") this.openDeposits.add(entry);
    if (entry.orphaned && !entry.lossAccepted) this.orphans.add(entry);
    if (entry.creditSeq > 0) this.depositByCredit.set(entry.creditSeq, entry);
  }
}

function entryOf(chainIndex: number, blockNumber: number, move: DepositMove, timeMs: number): DepositEntry {
  const { txHash, position, userId, assetId, amount, reason, claimed } = move;
  return {
    depositId: depositIdOf(chainIndex, txHash, position),
    chainIndex,
    txHash,
    position,
    userId,
    assetId,
    amount,
    blockNumber,
    status: reason === null ? "seen" : "ignored",
    reason,
    crediting: false,
    orphaned: false,
    lossAccepted: false,
    ...(claimed === true ? { claimed } : {}),
    creditSeq: 0,
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}
