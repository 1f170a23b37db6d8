import type { Command } from "@candor/domain/commands/commands";
import { LEVER_EFFECTS } from "@candor/domain/commands/lever-commands";
import { MARGIN_MODES, TIMES_IN_FORCE, TRIGGER_BYS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { formatDecimal } from "@candor/money/decimal";
import { EXPIRING_MODES } from "./expiring-modes.ts";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

const USERS = 8;
const [QUOTE, BASE] = [0, 1];
const [SPOT, PERPETUAL] = [0, 1];
const PPM = 1_000_000;

/**
 * A small exchange whose listings, settings and prices are at the allowed extremes, and often beyond: nothing that is
 * accepted may make a later command throw. Everything is drawn from `seed`.
 */
export class ExtremeWorkload {
  private readonly random: RandomSource;
  private readonly scales: readonly [quote: number, base: number];
  private readonly market: SpotMarketSpec;
  private readonly tickE8: number;
  private readonly maxLots: number;
  private priceE8: number;
  private orderId = 0;
  private isConfirmed = true;

  constructor(seed: number) {
    this.random = mulberry32(seed);
    this.scales = [this.random.below(9), this.random.below(9)];
    const [quoteScale, baseScale] = this.scales;
    const tickDecimals = this.random.below(9);
    // Makes tick × lot a whole quote unit.
    const lotDecimals = Math.max(0, Math.min(baseScale, quoteScale - tickDecimals));
    const lot = decimal(1, lotDecimals);
    this.tickE8 = 10 ** (8 - tickDecimals);
    const most = LIMITS.maxUnits / 10 ** (baseScale - lotDecimals);
    this.maxLots = Math.max(1, Math.floor(Math.min(LIMITS.maxQuantityLots, this.logarithmic(most))));
    this.market = {
      symbol: "BASEUSDT",
      base: "BASE",
      quote: "USDT",
      tick: decimal(1, tickDecimals),
      lot,
      minQuantity: lot,
      maxQuantity: decimal(this.maxLots, lotDecimals),
      minNotional: decimal(this.random.below(2), quoteScale),
      priceBandPpm: this.rate(PPM),
      marketProtectionPpm: this.rate(PPM),
      makerFeePpm: this.fee(),
      takerFeePpm: this.fee(),
      sourceDeviationPpm: PPM,
      sourceStepPpm: PPM,
    };
    this.priceE8 = Math.max(this.tickE8, Math.floor(this.logarithmic(LIMITS.maxUnits)));
  }

  *opening(): Generator<Command> {
    yield { kind: "set-site", isOpen: true, message: "" };
    yield { kind: "adopt-rules", version: NEWEST_RULES };
    for (const [at, symbol] of ["USDT", "BASE"].entries()) {
      const asset: AssetSpec = { symbol, name: symbol, scale: this.scales[at] as number, minTransfer: "0" };
      yield { kind: "list-asset", asset };
    }
    yield { kind: "list-market", market: this.market, minSources: 1 };
    yield { kind: "list-contract", contract: this.contract(), minSources: 1 };
    yield this.lever("list-lever");
    for (const assetId of [QUOTE, BASE])
      for (const pool of ["lending-pool", "insurance"] as const)
        yield { kind: "endow-pool", pool, assetId, totalUnits: this.units(LIMITS.maxUnits / 8) };
    for (let user = 0; user < USERS; user++) yield* this.funded(LIMITS.firstUserId + user);
    yield { kind: "set-referral-rate", ratePpm: this.random.below(PPM) };
    yield { kind: "set-inviter", userId: LIMITS.firstUserId, inviterId: LIMITS.firstUserId + 1 };
    yield this.observe(0);
  }

  next(nowMs: number): Command {
    if (!this.isConfirmed) return this.confirm(nowMs);
    const draw = this.random.below(100);
    if (draw < 24) return this.observe(nowMs);
    if (draw < 44) return this.contractOrder();
    if (draw < 60) return this.spotOrder();
    if (draw < 72) return this.leverOrder();
    if (draw < 75) return this.leverMove();
    if (draw < 79) return this.setLeverage();
    if (draw < 82) return this.moveMargin();
    if (draw < 86) return this.close();
    if (draw < 89) return this.cancel();
    if (draw < 92) return this.fees();
    if (draw < 94) return this.lever("set-lever-terms");
    if (draw < 96) return this.transfer(this.user());
    if (draw < 98) return this.convert(nowMs);
    return { kind: "advance-time" };
  }

  /** Time before a command: usually none, sometimes hours or years. */
  pause(): number {
    const draw = this.random.below(1_000);
    if (draw < 900) return this.random.below(50);
    if (draw < 995) return this.random.below(20_000);
    return Math.floor(this.logarithmic(400 * 24 * 3_600_000));
  }

  private *funded(userId: number): Generator<Command> {
    yield { kind: "open-account", userId, role: "trader" };
    for (const assetId of [QUOTE, BASE]) {
      const amountUnits = this.units(LIMITS.maxUnits / USERS / 4);
      yield { kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" };
      for (const to of ["coin", "contract"] as const) {
        const part = Math.floor(amountUnits / 3) as Units;
        yield { kind: "transfer", userId, assetId, from: "main", to, amountUnits: part, key: "" };
      }
    }
    yield this.leverMove(userId);
  }

  private contract(): ContractSpec {
    const [quoteScale] = this.scales;
    const cap = this.units(this.random.chance(0.1) ? LIMITS.maxUnits : LIMITS.maxPositionUnits);
    const maxLeverage = 1 + this.random.below(125);
    const maintenancePpm = 1 + this.random.below(Math.floor((PPM - 1) / maxLeverage));
    return {
      ...this.market,
      makerFeePpm: this.fee(),
      takerFeePpm: this.fee(),
      liquidationFeePpm: this.fee(),
      indexSymbol: this.market.symbol,
      fundingIntervalMs: 3_600_000,
      interestPpm: this.random.below(PPM),
      fundingCapPpm: this.random.below(PPM),
      brackets: [{ notionalCap: decimal(cap, quoteScale), maxLeverage, maintenancePpm, cumulative: "0" }],
    };
  }

  private lever(kind: "list-lever" | "set-lever-terms"): Command {
    const [quoteScale, baseScale] = this.scales;
    const limit = (scale: number): string => decimal(this.units(LIMITS.maxUnits), scale);
    const lever = {
      leverages: [2, 10],
      baseHourlyPpm: this.random.below(10_001),
      quoteHourlyPpm: this.random.below(10_001),
      baseUserLimit: limit(baseScale),
      quoteUserLimit: limit(quoteScale),
      basePairLimit: limit(baseScale),
      quotePairLimit: limit(quoteScale),
    };
    return { kind, marketId: SPOT, lever };
  }

  /** Usually a small step, sometimes a jump to anything; from both sources, so that there is no dispute. */
  private observe(nowMs: number): Command {
    const draw = this.random.fraction();
    if (draw < 0.05) this.priceE8 = this.logarithmic(LIMITS.maxUnits);
    else if (draw < 0.2) this.priceE8 *= this.random.chance(0.5) ? 10 : 0.1;
    else this.priceE8 *= 0.97 + this.random.fraction() * 0.06;
    this.priceE8 = Math.min(LIMITS.maxUnits, Math.max(1, Math.floor(this.priceE8)));
    this.isConfirmed = false;
    return this.observation(0, nowMs);
  }

  /** Repeats the price from the second source. */
  private confirm(nowMs: number): Command {
    this.isConfirmed = true;
    return this.observation(1, nowMs);
  }

  private observation(sourceId: number, observedAtMs: number): Command {
    const priceE8 = this.priceE8 as PriceE8;
    return { kind: "observe-price", marketId: SPOT, sourceId, priceE8, observedAtMs };
  }

  private spotOrder(): Command {
    return { kind: "place-order", ...this.order(), marketId: SPOT, quoteUnits: 0 as Units };
  }

  private contractOrder(): Command {
    return {
      kind: "place-contract-order",
      ...this.order(),
      marketId: PERPETUAL,
      triggerBy: this.pick(TRIGGER_BYS),
      reduceOnly: this.random.chance(0.1),
      leverage: this.random.chance(0.3) ? 1 + this.random.below(125) : 0,
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: (this.random.chance(0.1) ? this.ticks() : 0) as Ticks,
    };
  }

  private leverOrder(): Command {
    return {
      kind: "place-lever-order",
      ...this.order(),
      marketId: SPOT,
      quoteUnits: 0 as Units,
      effect: this.pick(LEVER_EFFECTS),
      leverage: 0,
    };
  }

  private order() {
    const isMarket = this.random.chance(0.3);
    return {
      userId: this.user(),
      side: this.random.chance(0.5) ? "buy" : "sell",
      type: isMarket ? "market" : "limit",
      timeInForce: isMarket ? "gtc" : this.pick(TIMES_IN_FORCE),
      selfTrade: this.pick(EXPIRING_MODES),
      quantityLots: Math.max(1, Math.floor(this.logarithmic(this.maxLots))) as Lots,
      priceTicks: (isMarket ? 0 : this.ticks()) as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      key: "",
    } as const;
  }

  private leverMove(userId = this.user()): Command {
    const assetId = this.random.below(2);
    const amountUnits = this.units(LIMITS.maxUnits / USERS / 12);
    return {
      kind: "move-lever-funds",
      userId,
      marketId: SPOT,
      assetId,
      direction: this.random.chance(0.8) ? "in" : "out",
      amountUnits,
      key: "",
    };
  }

  private setLeverage(): Command {
    return {
      kind: "set-leverage",
      userId: this.user(),
      marketId: PERPETUAL,
      leverage: 1 + this.random.below(125),
      marginMode: this.pick(MARGIN_MODES),
      key: "",
    };
  }

  private moveMargin(): Command {
    return {
      kind: "move-margin",
      userId: this.user(),
      marketId: PERPETUAL,
      direction: this.random.chance(0.7) ? "add" : "remove",
      amountUnits: this.units(LIMITS.maxUnits / USERS / 12),
      key: "",
    };
  }

  private close(): Command {
    const [userId, marketId] = [this.user(), PERPETUAL];
    return { kind: "close-position", userId, marketId, quantityLots: 0, priceTicks: 0, key: "" };
  }

  private cancel(): Command {
    this.orderId += this.random.below(20);
    return this.random.chance(0.2)
      ? { kind: "cancel-all", userId: this.user(), marketId: -1, key: "" }
      : { kind: "cancel-order", userId: this.user(), orderId: 1 + this.orderId, key: "" };
  }

  private fees(): Command {
    const marketId = this.random.below(2);
    return { kind: "set-market-fees", marketId, makerFeePpm: this.fee(), takerFeePpm: this.fee() };
  }

  private transfer(userId: number): Command {
    const wallets = ["main", "coin", "contract"] as const;
    const from = this.pick(wallets);
    const to = this.pick(wallets);
    const amountUnits = this.units(LIMITS.maxUnits / USERS);
    return { kind: "transfer", userId, assetId: this.random.below(2), from, to, amountUnits, key: "" };
  }

  private convert(nowMs: number): Command {
    const isBuy = this.random.chance(0.5);
    const quantityLots = Math.max(1, Math.floor(this.logarithmic(this.maxLots))) as Lots;
    return {
      kind: "convert",
      userId: this.user(),
      wallet: "coin",
      fromAssetId: isBuy ? QUOTE : BASE,
      toAssetId: isBuy ? BASE : QUOTE,
      fromUnits: this.units(LIMITS.maxUnits),
      toUnits: 1 as Units,
      legs: [{ marketId: SPOT, side: isBuy ? "buy" : "sell", quantityLots }],
      expiresAtMs: nowMs + 1_000,
      key: "",
    };
  }

  private ticks(): number {
    const near = (this.priceE8 / this.tickE8) * (0.8 + this.random.fraction() * 0.4);
    return Math.min(LIMITS.maxPriceTicks, Math.max(1, Math.floor(near)));
  }

  /** From 1 to `most`, with each order of magnitude equally likely. */
  private logarithmic(most: number): number {
    return Math.exp(this.random.fraction() * Math.log(Math.max(1, most)));
  }

  private units(most: number): Units {
    return Math.max(1, Math.floor(this.random.chance(0.3) ? most : this.logarithmic(most))) as Units;
  }

  private rate(most: number): number {
    return this.random.chance(0.3) ? most : 1 + this.random.below(most);
  }

  /** Usually a valid fee, sometimes the whole amount. */
  private fee(): number {
    const draw = this.random.fraction();
    if (draw < 0.02) return PPM - 1;
    if (draw < 0.3) return LIMITS.maxFeePpm;
    return draw < 0.5 ? this.random.below(LIMITS.maxFeePpm) : this.random.below(2_000);
  }

  private user(): number {
    return LIMITS.firstUserId + this.random.below(USERS);
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.random.below(values.length)] as T;
  }
}

function decimal(units: number, scale: number): string {
  return formatDecimal(units, scale);
}

export const EXTREME_START_MS = 1_767_225_600_000;
