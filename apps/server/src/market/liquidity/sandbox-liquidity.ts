import type { EnginePort } from "@candor/domain/engine-port";
import type { AssetSpec } from "@candor/domain/specs/listing";
import type { Units } from "@candor/money/brand";
import { powerOfTen } from "@candor/money/decimal";
import type { Clock, Timer } from "../prices/clock.ts";
import { ACCOUNTS_PER_SIDE, type DeepAccount, DeepMaker } from "./deep-maker.ts";
import { GatewayClient, type InternalClient } from "./gateway-client.ts";
import { MarketMaker, type MarketTerms } from "./market-maker.ts";
import { MarketTaker } from "./market-taker.ts";
import type { Random } from "./random.ts";
import { type LevelsAt, RecordedMaker } from "./recorded-maker.ts";

/**
 * Dependencies of the sandbox's makers and takers. They trade through the public gateway like everyone else, with their
 * own sessions; all their trades show their account label. Only their play money comes another way: deposits from the
 * sandbox treasury, in the journal like every deposit.
 */
export interface LiquidityDependencies {
  readonly engine: EnginePort;
  readonly gateway: InternalClient;
  readonly markets: readonly TradedMarket[];
  readonly assets: readonly AssetSpec[];
  /** Returns a labeled account with that name, created on first use, and a session for it. */
  labelledAccount(name: string): Promise<{ readonly userId: number; readonly token: string }>;
  /** Returns the random source of a trader. */
  readonly randomOf: (name: string) => Random;
  /** Returns the recorded book of a symbol. Makers quote it instead of books of their own. Undefined if there is none. */
  readonly recordedBook?: (symbol: string) => LevelsAt | undefined;
  readonly clock: Pick<Clock, "nowMs" | "after">;
  /** Whether accounts are opened and orders are sent one after the other, so that their order repeats. */
  readonly isSerial?: boolean;
  readonly logger: { warn(details: object, message: string): void };
}

interface TradedMarket extends MarketTerms {
  readonly marketId: number;
  readonly baseId: number;
  readonly quoteId: number;
}

interface Trader {
  readonly userId: number;
  readonly floatUsd: number;
  readonly wallet: "coin" | "contract";
  readonly funds: readonly { readonly assetId: number; readonly symbol: string }[];
}

interface WireMarket {
  readonly symbol: string;
  readonly market: string;
  readonly indexPrice: string | null;
  readonly status: string;
}

const ROUND_MS = 1_000;
/** Pause while no market has an index yet. */
const WAITING_MS = 50;
/** Rounds between checks of contracts; their index is that of their spot market. */
const CONTRACT_ROUNDS = 5;
const FUNDING_CHECK_MS = 60_000;
/** Each account is topped up to this value in each of its two coins when it falls below half of it. */
const FLOAT_USD = 500_000;
/** The outer quotes of a side hold a whole coin. */
const DEEP_FLOAT_USD = 4_000_000;
/** Markets with a deep book: their ticks are fine enough. */
const DEEP_SYMBOLS: readonly string[] = ["BTCUSDT", "ETHUSDT"];
const FAILURE_REPORT_MS = 30_000;
const LEVERAGE = 10;

const keyOf = (kind: string, symbol: string): string => `${kind} ${symbol}`;

export class SandboxLiquidity {
  private readonly dependencies: LiquidityDependencies;
  private readonly markets: readonly TradedMarket[];
  private readonly client: GatewayClient;
  private readonly makers = new Map<string, MarketMaker>();
  private readonly takers = new Map<string, MarketTaker>();
  private readonly deepMakers = new Map<string, DeepMaker>();
  private readonly recordedMakers = new Map<string, RecordedMaker>();
  private readonly traders: Trader[] = [];
  private readonly usdPrices = new Map<string, number>([["USDT", 1]]);
  private timer: Timer | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;
  private isFilling = false;
  private rounds = 0;
  private fundedAtMs = Number.NEGATIVE_INFINITY;
  private reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(dependencies: LiquidityDependencies) {
    this.dependencies = dependencies;
    this.markets = bySymbol(dependencies.markets);
    this.client = new GatewayClient(dependencies.gateway, undefined, dependencies.isSerial);
  }

  start(): void {
    this.schedule(0);
  }

  /** Runs rounds until all books are filled, before `start` and without waiting for the clock. */
  async fill(): Promise<void> {
    this.isFilling = true;
    do await this.runRound();
    while ([...this.deepMakers.values()].some((maker) => maker.isFilling));
    this.isFilling = false;
  }

  /** Stops after the round in progress. The quotes stay in the book and are cleaned up at the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    await this.round;
  }

  private schedule(delayMs: number): void {
    if (this.stopped) return;
    const { clock } = this.dependencies;
    this.timer = clock.after(delayMs, () => {
      const startedAtMs = clock.nowMs();
      const pauseMs = (): number =>
        this.takers.size === 0 ? WAITING_MS : Math.max(50, ROUND_MS - (clock.nowMs() - startedAtMs));
      this.round = this.runRound().then(
        () => this.schedule(pauseMs()),
        (error: unknown) => {
          this.report(error);
          this.schedule(ROUND_MS);
        },
      );
      return this.round;
    });
  }

  /** A failing gateway must neither flood the log nor stop the sandbox. */
  private report(error: unknown): void {
    const nowMs = this.dependencies.clock.nowMs();
    if (nowMs - this.reportedAtMs < FAILURE_REPORT_MS || this.stopped) return;
    this.reportedAtMs = nowMs;
    this.dependencies.logger.warn({ error: String(error) }, "sandbox liquidity paused");
  }

  private async runRound(): Promise<void> {
    const reply = await this.client.get("/market/coinList");
    const listed = (reply.data.coinsList ?? []) as readonly WireMarket[];
    const index = new Map<string, number>();
    for (const row of listed) {
      if (row.indexPrice === null || row.status !== "trading") continue;
      const price = Number(row.indexPrice);
      index.set(keyOf(row.market, row.symbol), price);
      if (row.market === "spot" && row.symbol.endsWith("USDT"))
        this.usdPrices.set(row.symbol.slice(0, -4), price);
    }
    const opened =
      this.takers.size < this.markets.length ? await this.openTraders() : (new Set() as ReadonlySet<string>);
    await this.fund();
    this.rounds++;
    const { clock } = this.dependencies;
    for (const [at, { kind, spec }] of this.markets.entries()) {
      const key = keyOf(kind, spec.symbol);
      const price = index.get(key);
      if (price === undefined || this.stopped) continue;
      await this.recordedMakers.get(key)?.step(clock.nowMs());
      const isNew = this.isFilling || opened.has(key);
      const isDue = kind !== "contract" || isNew || (this.rounds + at) % CONTRACT_ROUNDS === 0;
      if (!isDue) continue;
      const indexTicks = price / Number(spec.tick);
      await this.makers.get(key)?.step(clock.nowMs(), indexTicks);
      await this.deepMakers.get(key)?.step(clock.nowMs(), indexTicks);
      await this.takers.get(key)?.step(clock.nowMs(), indexTicks);
    }
  }

  /** Opens the traders of markets that have prices now, all at once: each account waits for the disk several times. */
  private async openTraders(): Promise<ReadonlySet<string>> {
    const ready = this.markets.filter(
      ({ kind, spec: { symbol, base, quote } }) =>
        !this.takers.has(keyOf(kind, symbol)) && this.usdPrices.has(quote) && this.usdPrices.has(base),
    );
    await this.each(ready, (terms) => this.openTradersOf(terms));
    if (ready.length > 0) this.fundedAtMs = Number.NEGATIVE_INFINITY;
    return new Set(ready.map(({ kind, spec }) => keyOf(kind, spec.symbol)));
  }

  private async openTradersOf(terms: TradedMarket): Promise<void> {
    const { symbol, base, quote } = terms.spec;
    const { kind } = terms;
    const key = keyOf(kind, symbol);
    const quoteUsd = this.usdPrices.get(quote) ?? 1;
    const quoteFunds = { assetId: terms.quoteId, symbol: quote };
    const funds = kind === "contract" ? [quoteFunds] : [{ assetId: terms.baseId, symbol: base }, quoteFunds];
    const wallet = kind === "contract" ? "contract" : "coin";
    const suffix = kind === "contract" ? `${symbol.toLowerCase()}-contract` : symbol.toLowerCase();
    const { randomOf } = this.dependencies;
    const [makerName, takerName] = [`maker-${suffix}`, `taker-${suffix}`];
    const [maker, taker] = await this.labelledAccounts([makerName, takerName]);
    if (maker === undefined || taker === undefined) throw new Error(`no traders of ${symbol}`);
    if (kind === "contract") await this.chooseCrossMargin([maker.token, taker.token], symbol);
    const levelsAt = this.dependencies.recordedBook?.(symbol);
    if (levelsAt === undefined) {
      const marketMaker = new MarketMaker(this.client, maker.token, terms, quoteUsd, randomOf(makerName));
      await marketMaker.withdraw();
      if (DEEP_SYMBOLS.includes(symbol)) await this.openDeepMaker(key, suffix, terms, quoteUsd);
      this.makers.set(key, marketMaker);
    } else {
      const { engine } = this.dependencies;
      this.recordedMakers.set(key, new RecordedMaker(this.client, engine, maker, terms, levelsAt));
    }
    const makerFloatUsd = levelsAt === undefined ? FLOAT_USD : DEEP_FLOAT_USD;
    this.traders.push({ userId: maker.userId, floatUsd: makerFloatUsd, wallet, funds });
    this.traders.push({ userId: taker.userId, floatUsd: FLOAT_USD, wallet, funds });
    this.takers.set(key, new MarketTaker(this.client, taker.token, terms, quoteUsd, randomOf(takerName)));
  }

  /** Each account quotes one side, so that it needs one coin only. */
  private async openDeepMaker(
    key: string,
    suffix: string,
    terms: TradedMarket,
    quoteUsd: number,
  ): Promise<void> {
    const { spec, kind, baseId, quoteId, marketId } = terms;
    const accounts: Record<"buy" | "sell", DeepAccount[]> = { buy: [], sell: [] };
    const isContract = kind === "contract";
    const numbers = Array.from({ length: ACCOUNTS_PER_SIDE }, (_, at) => at + 1);
    for (const side of ["buy", "sell"] as const) {
      const names = numbers.map((number) => `deep-${suffix}-${side}-${number}`);
      accounts[side] = await this.labelledAccounts(names);
      if (isContract)
        await this.chooseCrossMargin(
          accounts[side].map(({ token }) => token),
          spec.symbol,
        );
      const inQuote = isContract || side === "buy";
      const coin = inQuote
        ? { assetId: quoteId, symbol: spec.quote }
        : { assetId: baseId, symbol: spec.base };
      const floatUsd = isContract ? FLOAT_USD : DEEP_FLOAT_USD;
      const wallet = isContract ? "contract" : "coin";
      for (const { userId } of accounts[side]) this.traders.push({ userId, floatUsd, wallet, funds: [coin] });
    }
    const market = { terms, marketId, quoteUsd, accounts };
    const { engine, randomOf } = this.dependencies;
    this.deepMakers.set(key, new DeepMaker(this.client, engine, market, randomOf(`deep-${suffix}`)));
  }

  /**
   * Cross margin backs the position with the whole wallet. Rejected while a position is open, but then it was already
   * chosen.
   */
  private async chooseCrossMargin(tokens: readonly string[], symbol: string): Promise<void> {
    const choice = { symbol, marginMode: "cross", leverage: LEVERAGE };
    await this.each(tokens, (token) => this.client.post("/Contract/leverage", choice, token));
  }

  private async fund(): Promise<void> {
    const nowMs = this.dependencies.clock.nowMs();
    if (nowMs - this.fundedAtMs < FUNDING_CHECK_MS) return;
    this.fundedAtMs = nowMs;
    await this.each(this.traders, (trader) => this.fundTrader(trader));
  }

  private async fundTrader(trader: Trader): Promise<void> {
    const view = await this.dependencies.engine.accountView(trader.userId);
    for (const { assetId, symbol } of trader.funds) {
      const price = this.usdPrices.get(symbol);
      const asset = this.dependencies.assets[assetId];
      if (price === undefined || asset === undefined) continue;
      const target = Math.round((trader.floatUsd / price) * powerOfTen(asset.scale));
      const held = view.balances.find(
        (balance) => balance.wallet === trader.wallet && balance.assetId === assetId,
      );
      const owned = (held?.availableUnits ?? 0) + (held?.frozenUnits ?? 0);
      if (owned < target / 2) await this.topUp(trader, assetId, (target - owned) as Units);
    }
  }

  private labelledAccounts(names: readonly string[]) {
    return this.each(names, (name) => this.dependencies.labelledAccount(name));
  }

  /** Performs something for each item, all at once unless their order must repeat. Waits for all, even if one fails. */
  private async each<Item, Result>(
    items: readonly Item[],
    perform: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    if (this.dependencies.isSerial === true) {
      for (const item of items) results.push(await perform(item));
      return results;
    }
    for (const outcome of await Promise.allSettled(items.map(perform)))
      if (outcome.status === "fulfilled") results.push(outcome.value);
      else throw outcome.reason;
    return results;
  }

  private async topUp({ userId, wallet }: Trader, assetId: number, amountUnits: Units): Promise<void> {
    const { engine } = this.dependencies;
    await engine.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    await engine.execute({
      kind: "transfer",
      userId,
      assetId,
      from: "main",
      to: wallet,
      amountUnits,
      key: "",
    });
  }
}

/** Puts a contract next to its spot market, so that the largest markets of both kinds have a book first. */
function bySymbol(markets: readonly TradedMarket[]): readonly TradedMarket[] {
  const symbols = [...new Set(markets.map(({ spec }) => spec.symbol))];
  return symbols.flatMap((symbol) => markets.filter(({ spec }) => spec.symbol === symbol));
}
