import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { EventBatch } from "@candor/domain/engine-port";
import type { ExchangeEvent, Executed } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { ASSETS, START_MS } from "../support/scenario/exchange-world.ts";
import { ADDRESS, tx } from "../support/scenario/wallet-world.ts";

/** The real exchange; the test decides where durable batches end. */
export class ExchangeFeed {
  readonly exchange = new Exchange();
  timeMs = START_MS;
  private readonly out = new EventWriter();
  private firstSeq = 1;

  /** Executes a command; throws on a rejection unless it is expected. */
  execute(command: Command, mayFail = false): Executed {
    const at = this.out.length;
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const [executed] = readEvents(this.out.words, at, this.out.length) as [Executed, ...ExchangeEvent[]];
    if (executed.error !== undefined && !mayFail) throw new Error(`${command.kind}: ${executed.error}`);
    return executed;
  }

  /** Ends the batch and starts the next one. */
  batch(): EventBatch {
    const { firstSeq } = this;
    const batch = {
      firstSeq,
      lastSeq: this.exchange.lastSeq,
      timeMs: this.timeMs,
      words: this.out.take(),
    };
    this.out.reset();
    this.firstSeq = batch.lastSeq + 1;
    return batch;
  }

  /** Lists two assets and one market and opens accounts. */
  open(...userIds: readonly number[]): void {
    for (const asset of ASSETS) this.execute({ kind: "list-asset", asset });
    for (const userId of userIds) this.execute({ kind: "open-account", userId, role: "trader" });
  }

  /** Deposits USDT. @returns the command's sequence number */
  creditDeposit(userId: number, usdt: number, transaction: string): number {
    return this.execute({
      kind: "credit-deposit",
      userId,
      assetId: 0,
      amountUnits: (usdt * 1e6) as Units,
      chainIndex: 2,
      txHash: tx(transaction),
      logIndex: 5,
      key: "",
    }).seq;
  }

  requestWithdrawal(userId: number, usdt: number, fee: number, needsReview = false): number {
    return this.execute({
      kind: "request-withdrawal",
      userId,
      assetId: 0,
      chainIndex: 2,
      address: ADDRESS,
      amountUnits: (usdt * 1e6) as Units,
      feeUnits: (fee * 1e6) as Units,
      needsReview,
      ...(needsReview ? { holdReason: "new-address" } : {}),
      key: "",
    }).seq;
  }

  /** Approves, signs and broadcasts, one second apart. */
  broadcast(withdrawalId: number, transaction: string): void {
    for (const status of ["approved", "signed", "broadcast"] as const) {
      this.timeMs += 1_000;
      const txHash = status === "approved" ? "" : tx(transaction);
      this.execute({ kind: "advance-withdrawal", withdrawalId, status, txHash });
    }
  }

  confirmed(withdrawalId: number, transaction: string): void {
    this.timeMs += 1_000;
    const txHash = tx(transaction);
    this.execute({ kind: "settle-withdrawal", withdrawalId, outcome: "confirmed", txHash, reason: "" });
  }

  returned(withdrawalId: number, reason: string): void {
    this.timeMs += 1_000;
    this.execute({ kind: "settle-withdrawal", withdrawalId, outcome: "returned", txHash: "", reason });
  }
}
