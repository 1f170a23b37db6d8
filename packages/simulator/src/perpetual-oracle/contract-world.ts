import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type { Side } from "@candor/domain/enumerations";
import type { ExchangeEvent, Executed } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { ensure } from "../audit-error.ts";
import { ContractAudit } from "./contract-audit.ts";

const START_MS = 1_767_225_600_000;
const USDT = 0;
/** Commands between two full comparisons. */
const COMPARE_EVERY = 500;

/** A world's listing for each of its coins: a spot market for the index, and a contract that follows it. */
export interface WorldContract {
  readonly coin: string;
  readonly tick: string;
  readonly lot: string;
  readonly startUsdt: number;
}

/** Five tiers with continuous maintenance margin. */
const BRACKETS: ContractSpec["brackets"] = [
  { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
  { notionalCap: "250000", maxLeverage: 50, maintenancePpm: 5_000, cumulative: "50" },
  { notionalCap: "1000000", maxLeverage: 25, maintenancePpm: 10_000, cumulative: "1300" },
  { notionalCap: "10000000", maxLeverage: 10, maintenancePpm: 25_000, cumulative: "16300" },
  { notionalCap: "100000000", maxLeverage: 5, maintenancePpm: 50_000, cumulative: "266300" },
];

export interface WorldOptions {
  readonly contracts: readonly WorldContract[];
  readonly terms?: Partial<ContractSpec>;
}

/** The terms of an order that differ from a plain limit order's. */
export type OrderTerms = Partial<Omit<PlaceContractOrder, "kind" | "quantityLots">> & {
  readonly quantityLots: number;
};

/** The result of a command. */
export interface CommandResult {
  readonly error: string | undefined;
  readonly events: readonly ExchangeEvent[];
}

/**
 * An exchange with contracts only, where every command is audited. Spot market n has the index of contract
 * `marketOf(n)`; one source reports prices.
 */
export class ContractWorld {
  readonly exchange = new Exchange();
  readonly audit = new ContractAudit(USDT);
  readonly seen = new Map<string, number>();
  readonly contracts: readonly WorldContract[];
  timeMs = START_MS;
  private readonly out = new EventWriter();
  private commands = 0;
  private users = 0;
  /** The index of each contract, in USDT. */
  readonly indexUsdt: number[];

  constructor({ contracts, terms = {} }: WorldOptions) {
    this.contracts = contracts;
    this.indexUsdt = contracts.map(({ startUsdt }) => startUsdt);
    this.execute({ kind: "adopt-rules", version: NEWEST_RULES });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "0" },
    });
    for (const { coin } of contracts)
      this.execute({ kind: "list-asset", asset: { symbol: coin, name: coin, scale: 8, minTransfer: "0" } });
    for (const contract of contracts) {
      const market = {
        symbol: `${contract.coin}USDT`,
        base: contract.coin,
        quote: "USDT",
        tick: contract.tick,
        lot: contract.lot,
        minQuantity: contract.lot,
        maxQuantity: "100000",
        minNotional: "0",
        priceBandPpm: 200_000,
        marketProtectionPpm: 50_000,
        makerFeePpm: 200,
        takerFeePpm: 500,
      };
      this.must({ kind: "list-market", minSources: 1, market });
      this.must({
        kind: "list-contract",
        minSources: 1,
        contract: {
          ...market,
          liquidationFeePpm: 5_000,
          indexSymbol: market.symbol,
          fundingIntervalMs: 28_800_000,
          interestPpm: 100,
          fundingCapPpm: 3_000,
          brackets: BRACKETS,
          ...terms,
        },
      });
    }
    contracts.forEach((_, n) => this.index(n));
  }

  /** The market before it is the spot market whose index it follows. */
  marketOf(contract: number): number {
    return contract * 2 + 1;
  }

  execute(command: Command): CommandResult {
    const userId = movesMargin(command) ? command.userId : 0;
    const wasAtRisk = userId > 0 && this.audit.isAtRisk(userId);
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.words, 0, this.out.length);
    this.audit.command(events, this.timeMs);
    if (++this.commands % COMPARE_EVERY === 0) this.audit.compare(this.exchange);
    const { error } = events[0] as Executed;
    const hasMoved = events.some(({ kind }) => kind === "mark-changed" || kind === "funding-paid");
    if (userId > 0 && !wasAtRisk && !hasMoved)
      ensure(
        !this.audit.isAtRisk(userId),
        `${command.kind} of user ${userId} would cause an immediate liquidation`,
      );
    this.note(command.kind, error);
    for (const event of events) this.noteEvent(event);
    return { error, events };
  }

  /** Executes a command that must be accepted. */
  must(command: Command): CommandResult {
    const happened = this.execute(command);
    if (happened.error !== undefined) throw new Error(`${command.kind}: ${happened.error}`);
    return happened;
  }

  /** A new user with this many whole USDT in the contract wallet. */
  user(wholeUsdt: number): number {
    const userId = LIMITS.firstUserId + this.users++;
    const amountUnits = (wholeUsdt * 1_000_000) as Units;
    this.must({ kind: "open-account", userId, role: "trader" });
    if (wholeUsdt === 0) return userId;
    this.must({ kind: "deposit", userId, assetId: USDT, amountUnits, origin: "faucet", key: "" });
    this.must({
      kind: "transfer",
      userId,
      assetId: USDT,
      from: "main",
      to: "contract",
      amountUnits,
      key: "",
    });
    return userId;
  }

  /** The only source reports a price, or repeats its last one. */
  index(contract: number, priceUsdt = this.indexUsdt[contract] ?? 0): CommandResult {
    this.indexUsdt[contract] = priceUsdt;
    return this.execute({
      kind: "observe-price",
      marketId: contract * 2,
      sourceId: 0,
      priceE8: Math.round(priceUsdt * 1e8) as PriceE8,
      observedAtMs: this.timeMs,
    });
  }

  /** The index's price in ticks of the contract. */
  indexTicks(contract: number): number {
    return Math.round((this.indexUsdt[contract] ?? 0) / Number(this.contracts[contract]?.tick ?? 1));
  }

  order(userId: number, contract: number, side: Side, terms: OrderTerms): CommandResult {
    const type = terms.type ?? ((terms.priceTicks ?? 0) > 0 ? "limit" : "market");
    return this.execute({
      kind: "place-contract-order",
      userId,
      marketId: this.marketOf(contract),
      side,
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: "mark",
      reduceOnly: false,
      leverage: 0,
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: 0 as Ticks,
      key: "",
      ...terms,
      type,
      quantityLots: terms.quantityLots as Lots,
    });
  }

  /**
   * Lets the exchange finish the work that commands left.
   * @returns whether it finished: with bounded work per command, a cascade takes several commands
   */
  settle(mostCommands = 10_000): boolean {
    for (let n = 0; n < mostCommands; n++) {
      this.execute({ kind: "advance-time" });
      if (this.audit.stepsInCommand === 0) return true;
    }
    return false;
  }

  count(name: string): number {
    return this.seen.get(name) ?? 0;
  }

  private note(kind: string, error: string | undefined): void {
    const name = error === undefined ? kind : `${kind}: ${error}`;
    this.seen.set(name, this.count(name) + 1);
  }

  private noteEvent(event: ExchangeEvent): void {
    let name: string = event.kind;
    if (event.kind === "order-changed")
      name = event.cause === "closed" ? `${event.status} ${event.reason}` : `order ${event.cause}`;
    else if (event.kind === "liquidation-step") {
      name = `liquidation ${event.method}`;
      if (event.leg !== undefined)
        this.seen.set(`${event.leg} liquidated`, this.count(`${event.leg} liquidated`) + 1);
    } else if (event.kind === "position-changed") name = `position ${event.cause}`;
    this.seen.set(name, this.count(name) + 1);
  }
}

/** Commands by which a user changes the margin behind open positions, at unchanged prices. */
function movesMargin(
  command: Command,
): command is Extract<Command, { kind: "set-leverage" | "move-margin" | "transfer" }> {
  return command.kind === "set-leverage" || command.kind === "move-margin" || command.kind === "transfer";
}
