import type { CallName } from "@candor/wire/calls";
import { type Rejected, reject } from "@candor/wire/rejection";
import { type ApiLimitName, type ApiLimitSettings, DEFAULT_API } from "../../config/api-settings.ts";
import { NetworkLimiter, ownLimiter } from "../../kit/limits/network-limiter.ts";
import type { KeyLimiter, LimiterMaker } from "../../kit/limits/rate-limiter.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** APIs for Binance clients whose requests are counted separately, as on Binance's hosts. */
export type ApiFamily = "spot" | "futures" | "wallet";

/** A limit as `exchangeInfo` lists it. */
export interface ListedLimit {
  readonly rateLimitType: "REQUEST_WEIGHT" | "ORDERS" | "RAW_REQUESTS";
  readonly interval: "SECOND" | "MINUTE" | "DAY";
  readonly intervalNum: number;
  readonly limit: number;
}

/** A limit and how much of it is used. */
export type UsedLimit = ListedLimit & { readonly count: number };

/** Who is counted: the API key, if a request shows one that exists, otherwise the address. */
export interface ApiCaller {
  readonly address: string;
  readonly apiKeyId: string | undefined;
}

/** A counted request. */
export interface CountedRequest {
  /** 0 if the request is allowed; otherwise milliseconds until the next one is. */
  readonly waitMs: number;
  /** Weight in the last minute, including this request's if it was counted. */
  readonly used: number;
  /** The limit that it exceeds, if it does. */
  readonly exceeded?: ListedLimit;
}

type Kind = Omit<ListedLimit, "limit"> & { readonly name: ApiLimitName };

const WEIGHT = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1 } as const;
const RAW = { rateLimitType: "RAW_REQUESTS", interval: "MINUTE", intervalNum: 5, name: "raw" } as const;
const orders = (name: ApiLimitName, interval: ListedLimit["interval"], intervalNum: number): Kind => ({
  rateLimitType: "ORDERS",
  interval,
  intervalNum,
  name,
});
const WEIGHTS: Readonly<Record<ApiFamily, Kind>> = {
  spot: { ...WEIGHT, name: "weight" },
  futures: { ...WEIGHT, name: "futures-weight" },
  wallet: { ...WEIGHT, name: "wallet-weight" },
};
const ORDERS: Readonly<Record<"spot" | "futures", readonly Kind[]>> = {
  spot: [orders("orders", "SECOND", 10), orders("day", "DAY", 1)],
  futures: [orders("futures-orders", "SECOND", 10), orders("futures-minute", "MINUTE", 1)],
};
const INTERVAL_MS = { SECOND: SECOND_MS, MINUTE: MINUTE_MS, DAY: DAY_MS } as const;
/** Wire calls that place orders. All orders of an account count, whichever of its keys places them. */
const ORDER_CALLS: Partial<Record<CallName, "spot" | "futures">> = {
  doOrder: "spot",
  leverOrder: "spot",
  contractOrder: "futures",
};

interface WeightLimiters {
  readonly byKey: KeyLimiter<string>;
  readonly byAddress: NetworkLimiter;
}

interface OrderLimiter {
  readonly listed: ListedLimit;
  readonly limiter: KeyLimiter<number>;
}

/** The limits of the APIs for Binance clients. They are apart from those of the site's own calls. */
export class ApiLimits {
  private readonly settings: ApiLimitSettings;
  private readonly factor: number;
  private readonly weights: Readonly<Record<ApiFamily, WeightLimiters>>;
  private readonly raw: KeyLimiter<string>;
  private readonly orders: Readonly<Record<"spot" | "futures", readonly OrderLimiter[]>>;

  /** @param make makes each limiter; by default its counts are this thread's alone */
  constructor(
    settings: ApiLimitSettings = DEFAULT_API.limits,
    factor = 1,
    shared: SharedNetworks = SharedNetworks.NONE,
    make: LimiterMaker = ownLimiter,
  ) {
    const limitOf = ({ interval, intervalNum, name }: Kind) => ({
      count: settings[name],
      windowMs: INTERVAL_MS[interval] * intervalNum,
    });
    const weightOf = (family: ApiFamily): WeightLimiters => {
      const limit = limitOf(WEIGHTS[family]);
      return {
        byKey: make<string>(`api ${family} key`, limit),
        byAddress: new NetworkLimiter(limit, shared, make, `api ${family} address`),
      };
    };
    const ordersOf = (family: "spot" | "futures"): readonly OrderLimiter[] =>
      ORDERS[family].map((kind) => ({
        listed: this.listing(kind),
        limiter: make<number>(`api ${kind.name}`, limitOf(kind)),
      }));
    this.settings = settings;
    this.factor = factor;
    this.weights = { spot: weightOf("spot"), futures: weightOf("futures"), wallet: weightOf("wallet") };
    this.raw = make<string>("api raw", limitOf(RAW));
    this.orders = { spot: ordersOf("spot"), futures: ordersOf("futures") };
  }

  /** Returns a family's limits as `exchangeInfo` lists them; the first is that of weights. */
  listed(family: ApiFamily): readonly [ListedLimit, ...ListedLimit[]] {
    const weight = this.listing(WEIGHTS[family]);
    if (family === "wallet") return [weight];
    const ofOrders = ORDERS[family].map((kind) => this.listing(kind));
    return [weight, ...ofOrders, ...(family === "spot" ? [this.listing(RAW)] : [])];
  }

  /** Makes the counts for `count` available, where they are those of another process; see `KeyLimiter.prepare`. */
  prepare(
    family: ApiFamily,
    { address, apiKeyId }: ApiCaller,
    weight: number,
    nowMs: number,
  ): Promise<unknown> | undefined {
    if (this.raw.prepare === undefined) return undefined;
    const { byKey, byAddress } = this.weights[family];
    const needed = Math.max(1, weight);
    const wanted = [
      apiKeyId === undefined
        ? byAddress.prepare(address, nowMs, this.factor, needed)
        : byKey.prepare?.(apiKeyId, nowMs, this.factor, needed),
      family === "spot" ? this.raw.prepare?.(apiKeyId ?? address, nowMs, this.factor) : undefined,
    ].filter((each) => each !== undefined);
    return wanted.length === 0 ? undefined : Promise.all(wanted);
  }

  /**
   * Counts a request unless it exceeds a limit. One without weight is refused, too, once the limit is used up.
   * @param isNew false for more weight of a request that is counted already
   */
  count(family: ApiFamily, caller: ApiCaller, weight: number, nowMs: number, isNew = true): CountedRequest {
    const key = caller.apiKeyId ?? caller.address;
    if (isNew && family === "spot") {
      const waitMs = this.raw.take(key, nowMs, this.factor);
      if (waitMs > 0) return { waitMs, used: this.used(family, caller), exceeded: this.listing(RAW) };
    }
    const waitMs = this.weigh(family, caller, weight, nowMs);
    const used = this.used(family, caller);
    return waitMs === 0 ? { waitMs, used } : { waitMs, used, exceeded: this.listing(WEIGHTS[family]) };
  }

  private weigh(family: ApiFamily, { address, apiKeyId }: ApiCaller, weight: number, nowMs: number): number {
    const { byKey, byAddress } = this.weights[family];
    if (apiKeyId === undefined)
      return weight === 0
        ? byAddress.peek(address, nowMs, this.factor)
        : byAddress.take(address, nowMs, this.factor, weight);
    return weight === 0
      ? byKey.foresee(apiKeyId, nowMs, this.factor)
      : byKey.take(apiKeyId, nowMs, this.factor, weight);
  }

  private used(family: ApiFamily, { address, apiKeyId }: ApiCaller): number {
    const { byKey, byAddress } = this.weights[family];
    return apiKeyId === undefined ? byAddress.used(address) : byKey.used(apiKeyId);
  }

  /** Counts an order of a wire call. Returns why the account may not place it; other calls are not counted. */
  takeOrder(name: CallName, userId: number, nowMs: number): Rejected | undefined {
    const refused = this.foreseeOrder(name, userId, nowMs);
    const family = ORDER_CALLS[name];
    if (refused !== undefined || family === undefined) return refused;
    for (const { limiter } of this.orders[family]) limiter.take(userId, nowMs, this.factor);
    return undefined;
  }

  /** Returns what `takeOrder` would return. Counts nothing. */
  foreseeOrder(name: CallName, userId: number, nowMs: number): Rejected | undefined {
    const family = ORDER_CALLS[name];
    for (const { limiter, listed } of family === undefined ? [] : this.orders[family]) {
      const retryAfterMs = limiter.foresee(userId, nowMs, this.factor);
      if (retryAfterMs > 0)
        return reject("trade.tooFast", {
          retryAfterMs,
          limit: listed.limit,
          per: `${listed.intervalNum} ${listed.interval}`,
        });
    }
    return undefined;
  }

  /** Returns how many orders of an account the limits have counted. */
  usedOrders(family: ApiFamily, userId: number): readonly UsedLimit[] {
    if (family === "wallet") return this.usedOrders("spot", userId);
    return this.orders[family].map(({ limiter, listed }) => ({ ...listed, count: limiter.used(userId) }));
  }

  private listing({ name, ...kind }: Kind): ListedLimit {
    return { ...kind, limit: this.settings[name] };
  }
}
