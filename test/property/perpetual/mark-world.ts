import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { Side } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { START_MS } from "../../support/scenario/exchange-world.ts";

const USDT = 0;
const E8 = 100_000_000;
/** Value of one lot at one tick of 1 USDT, in units of 1e-6 USDT: a lot is 0.001. */
const FACTOR = 1_000;

export interface MarkWorldTerms {
  readonly rules: number;
  readonly colluders: number;
  /** Number of contracts, one per index. */
  readonly contracts: number;
  readonly fundUsdt: number;
  readonly feesPpm: readonly [maker: number, taker: number, liquidation: number];
  readonly fundingIntervalMs: number;
  /** Leverage of the honest traders: in each contract one is long and one is short. */
  readonly honestLeverage: number;
  /** The short trader is a colluder, so that funding can be paid to colluders. */
  readonly isOneSided: boolean;
}

/** An account's holdings and the value of its positions at an index. */
export interface Holding {
  /** In the main wallet, which backs no position, and in the contract wallet. */
  readonly main: number;
  readonly wallet: number;
  readonly positions: readonly HeldPosition[];
}

export interface HeldPosition {
  readonly contract: number;
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly isCross: boolean;
}

/**
 * A small exchange with colluding accounts, honest traders who hold positions and do nothing else, and the insurance
 * fund. Reads the core's state directly, because views would be too slow for a hundred thousand runs.
 */
export class MarkWorld {
  readonly terms: MarkWorldTerms;
  readonly colluders: readonly number[];
  readonly honest: readonly number[];
  /** Index of each contract, in USDT. */
  readonly index: number[];
  /** Outdated price of a second source for each contract's index; undefined if there is none. */
  readonly late: (number | undefined)[];
  timeMs = START_MS;
  /** Called with each command's events in binary. */
  onEvents: ((words: Float64Array) => void) | undefined = undefined;
  private readonly exchange = new Exchange();
  private readonly out = new EventWriter();

  constructor(terms: MarkWorldTerms) {
    this.terms = terms;
    this.index = [60_000, 3_000].slice(0, terms.contracts);
    this.late = this.index.map(() => undefined);
    this.list();
    const user = (n: number): number => LIMITS.firstUserId + n;
    this.colluders = Array.from({ length: terms.colluders }, (_, n) => user(n));
    const openers = [user(terms.colluders), terms.isOneSided ? user(0) : user(terms.colluders + 1)] as const;
    this.honest = openers.filter((userId) => !this.colluders.includes(userId));
    for (const userId of [...this.colluders, ...this.honest])
      this.execute({ kind: "open-account", userId, role: "trader" });
    for (const userId of openers) this.fund(userId, 4_000);
    for (const userId of this.colluders) this.fund(userId, 1_000);
    this.execute({
      kind: "endow-pool",
      pool: "insurance",
      assetId: USDT,
      totalUnits: (terms.fundUsdt * 1_000_000) as Units,
    });
    this.index.forEach((price, n) => {
      this.openHonest(n, price, openers);
    });
  }

  private list(): void {
    const { terms } = this;
    const [makerFeePpm, takerFeePpm, liquidationFeePpm] = terms.feesPpm;
    this.execute({ kind: "adopt-rules", version: terms.rules });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "USDT", name: "Tether", scale: 6, minTransfer: "0" },
    });
    this.index.forEach((_, n) => {
      const base = `C${n}`;
      this.execute({ kind: "list-asset", asset: { symbol: base, name: base, scale: 8, minTransfer: "0" } });
      const market = {
        symbol: `${base}USDT`,
        base,
        quote: "USDT",
        tick: "1",
        lot: "0.001",
        minQuantity: "0.001",
        maxQuantity: "1000",
        minNotional: "1",
        priceBandPpm: 100_000,
        marketProtectionPpm: 50_000,
        makerFeePpm,
        takerFeePpm,
      };
      this.execute({ kind: "list-market", minSources: 1, market });
      const contract: ContractSpec = {
        ...market,
        liquidationFeePpm,
        indexSymbol: market.symbol,
        fundingIntervalMs: terms.fundingIntervalMs,
        interestPpm: 100,
        fundingCapPpm: 7_500,
        brackets: [
          { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
          { notionalCap: "250000", maxLeverage: 50, maintenancePpm: 6_000, cumulative: "100" },
          { notionalCap: "1000000", maxLeverage: 10, maintenancePpm: 10_000, cumulative: "1100" },
        ],
        impactNotional: "3000",
      };
      this.execute({ kind: "list-contract", minSources: 1, contract });
      this.observe(n);
    });
  }

  private openHonest(n: number, price: number, openers: readonly [long: number, short: number]): void {
    const { honestLeverage } = this.terms;
    const [long, short] = openers;
    const lots = Math.floor((1_000 * Math.min(20_000, honestLeverage * 1_000)) / price);
    for (const userId of openers) this.leverage(userId, n, honestLeverage, "isolated");
    this.order(short, n, "sell", lots, price);
    this.order(long, n, "buy", lots, price);
  }

  execute(command: Command): void {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    this.onEvents?.(this.out.words.subarray(0, this.out.length));
  }

  private fund(userId: number, usdt: number): void {
    const amountUnits = (usdt * 1_000_000) as Units;
    this.execute({ kind: "deposit", userId, assetId: USDT, amountUnits, origin: "faucet", key: "" });
    this.transfer(userId, "main", "contract", amountUnits);
  }

  transfer(userId: number, from: "main" | "contract", to: "main" | "contract", units: number): void {
    this.execute({
      kind: "transfer",
      userId,
      assetId: USDT,
      from,
      to,
      amountUnits: units as Units,
      key: "",
    });
  }

  /** Moves everything back into the contract wallet. */
  putIn(userId: number): void {
    const units = this.available(userId, "main");
    if (units > 0) this.transfer(userId, "main", "contract", units);
  }

  observe(n: number): void {
    const late = this.late[n];
    if (late !== undefined) this.observeSource(n, 1, late);
    this.observeSource(n, 0, this.index[n] ?? 0);
  }

  private observeSource(n: number, sourceId: number, price: number): void {
    const priceE8 = (price * E8) as PriceE8;
    this.execute({ kind: "observe-price", marketId: n * 2, sourceId, priceE8, observedAtMs: this.timeMs });
  }

  /** Advances time at a constant index. */
  wait(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.timeMs += 1_000;
      this.index.forEach((_, n) => {
        this.observe(n);
      });
    }
  }

  order(userId: number, n: number, side: Side, lots: number, ticks: number, reduceOnly = false): void {
    this.execute({
      kind: "place-contract-order",
      userId,
      marketId: n * 2 + 1,
      side,
      type: "limit",
      timeInForce: "gtc",
      selfTrade: "expire-maker",
      quantityLots: lots as Lots,
      priceTicks: ticks as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: "mark",
      reduceOnly,
      leverage: 0,
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: 0 as Ticks,
      key: "",
    });
  }

  leverage(userId: number, n: number, leverage: number, marginMode: "" | "isolated" | "cross"): void {
    this.execute({ kind: "set-leverage", userId, marketId: n * 2 + 1, leverage, marginMode, key: "" });
  }

  removeMargin(userId: number, n: number, units: number): void {
    this.execute({
      kind: "move-margin",
      userId,
      marketId: n * 2 + 1,
      direction: "remove",
      amountUnits: units as Units,
      key: "",
    });
  }

  cancelAll(userId: number): void {
    this.execute({ kind: "cancel-all", userId, key: "", marketId: -1 });
  }

  /** Available in a wallet. */
  available(userId: number, wallet: "main" | "contract"): number {
    const state = this.exchange["state"];
    return state.ledger.available(state.ledger.account(userId, wallet === "main" ? 0 : 2, USDT));
  }

  lotsOf(userId: number, n: number): number {
    return this.contract(n).find(userId)?.lots ?? 0;
  }

  bankruptTicks(userId: number, n: number): number {
    const position = this.contract(n).find(userId);
    if (position === undefined || position.lots === 0) return 0;
    const units = position.cost + (position.lots > 0 ? 0 - position.margin : position.margin);
    return Math.round(units / Math.abs(position.lots) / FACTOR);
  }

  /** Whether the exchange currently has an index for the contract. */
  priced(n: number): boolean {
    return this.contract(n).hasIndex;
  }

  markTicks(n: number): number {
    return this.contract(n).markTicks;
  }

  /** Number of fundings so far, over all contracts. */
  get rounds(): number {
    return this.index.reduce((all, _, n) => all + this.contract(n).round, 0);
  }

  get fundUnits(): number {
    return this.exchange["state"].ledger.systemBalance("insurance", USDT);
  }

  /** Returns the fund's balance plus its positions in all contracts, at the index. */
  get fundWorth(): number {
    return this.index.reduce((sum, _, n) => {
      const { fund } = this.contract(n);
      return sum + this.profit(n, fund.lots, fund.cost, this.index);
    }, this.fundUnits);
  }

  holding(userId: number): Holding {
    const state = this.exchange["state"];
    const wallet = (which: number): number => state.ledger.total(state.ledger.account(userId, which, USDT));
    const positions = (state.perpetual.find(userId)?.positions ?? []).map(
      ({ contract, lots, cost, margin, isCross }) => ({
        contract: (contract.market.id - 1) / 2,
        lots,
        cost,
        margin,
        isCross,
      }),
    );
    return { main: wallet(0), wallet: wallet(2), positions };
  }

  /**
   * Returns an account's value at an index: neither an isolated position nor a cross account is worth less than zero.
   */
  worth(holding: Holding, index: readonly number[]): number {
    let cross = holding.wallet;
    let isolated = 0;
    for (const { contract, lots, cost, margin, isCross } of holding.positions) {
      const profit = this.profit(contract, lots, cost, index);
      if (isCross) cross += profit;
      else {
        cross -= margin;
        isolated += Math.max(0, margin + profit);
      }
    }
    return holding.main + Math.max(0, cross) + isolated;
  }

  /** Returns an isolated position's value at the index. */
  isolatedWorth({ contract, lots, cost, margin }: HeldPosition): number {
    return Math.max(0, margin + this.profit(contract, lots, cost, this.index));
  }

  valueOf({ contract, lots }: HeldPosition): number {
    return Math.abs(lots) * FACTOR * (this.index[contract] ?? 0);
  }

  /** Total of all colluders. */
  colluded(index: readonly number[] = this.index): number {
    return this.colluders.reduce((sum, userId) => sum + this.worth(this.holding(userId), index), 0);
  }

  private profit(n: number, lots: number, cost: number, index: readonly number[]): number {
    const price = index[n] ?? 0;
    if (lots === 0) return 0;
    return lots > 0
      ? multiplyDivideFloor(lots * FACTOR, price, 1) - cost
      : cost - multiplyDivideCeil(0 - lots * FACTOR, price, 1);
  }

  private contract(n: number) {
    const contract = this.exchange["state"].perpetual.contracts[n];
    if (contract === undefined) throw new Error(`no contract ${n}`);
    return contract;
  }
}
