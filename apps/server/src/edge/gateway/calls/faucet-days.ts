import { parseDecimal } from "@candor/money/decimal";
import { BoundedMap } from "../../../kit/bounded-map.ts";
import type { ListedAsset } from "../../../market/market-data/listings.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";

/** Amount of an asset that one user gets per UTC day, and the default when no amount is requested. */
const DAILY_GIFTS: Readonly<Record<string, string>> = {
  USDT: "10000",
  BTC: "0.1",
  ETH: "2",
  BNB: "10",
  SOL: "50",
  XRP: "5000",
  DOGE: "10000",
  LTC: "100",
  ADA: "10000",
  TRX: "10000",
};
const DAILY_GIFT_OF_OTHERS = "100";
export const DAY_MS = 86_400_000;
/** Users whose daily total is cached; for others it is looked up. */
const MAX_REMEMBERED = 20_000;
const READ_WAIT_MS = 1_000;

interface Day {
  readonly startMs: number;
  /** Units by asset id. */
  readonly given: Map<number, number>;
}

/** Tracks how much each user got from the faucet today, and the daily limit. */
export class FaucetDays {
  private readonly days = new BoundedMap<number, Day>(MAX_REMEMBERED);
  private readonly ports: Ports<"engine" | "funding" | "listings" | "readModels">;
  private readonly gifts: Readonly<Record<string, string>>;

  constructor(
    ports: Ports<"engine" | "funding" | "listings" | "readModels">,
    { dailyGifts }: Pick<GatewayOptions, "dailyGifts">,
  ) {
    this.ports = ports;
    this.gifts = { ...DAILY_GIFTS, ...dailyGifts };
  }

  /** Returns the daily limit of an asset in units. */
  dailyLimit({ spec }: ListedAsset): number {
    const units = parseDecimal(this.gifts[spec.symbol] ?? DAILY_GIFT_OF_OTHERS, spec.scale);
    if (typeof units === "string") throw new Error(`invalid faucet amount of ${spec.symbol}: ${units}`);
    return units;
  }

  /** Returns the user's day. After a start it is first loaded from storage. */
  async of(userId: number, nowMs: number): Promise<Day> {
    const { engine, funding, listings, readModels } = this.ports;
    const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const known = this.days.get(userId);
    if (known?.startMs === startMs) return known;
    await readModels.waitFor(engine.durableSeq, READ_WAIT_MS);
    const given = new Map(await readModels.faucetGivenSince(userId, startMs));
    for (const { assetId } of listings.assets) {
      const sent = funding.gifts.state.givenSince(userId, assetId, startMs);
      if (sent > 0) given.set(assetId, (given.get(assetId) ?? 0) + sent);
    }
    const meanwhile = this.days.get(userId);
    if (meanwhile?.startMs === startMs) return meanwhile;
    const day = { startMs, given };
    this.days.set(userId, day);
    return day;
  }
}
