import type { PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import type { Side } from "@candor/domain/enumerations";
import type { LeverLiquidated, LoanChanged } from "@candor/domain/events/lever-events";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { amountOf, type Coin, type Outcome, plain, read } from "./exchange-world.ts";
import { SpotWorld } from "./spot-world.ts";

/** 0.01 % per hour on base coins, 0.02 % on quote coins. */
export const LEVER: LeverSpec = {
  leverages: [2, 3, 5, 10],
  baseHourlyPpm: 100,
  quoteHourlyPpm: 200,
  baseUserLimit: "50",
  quoteUserLimit: "50000",
  basePairLimit: "100",
  quotePairLimit: "80000",
};

export const HOUR = 3_600_000;
/** A margin account as text: "available + frozen" of each coin, debt as "principal + interest", or "" if none. */
export interface MarginAccount {
  readonly BTC: string;
  readonly USDT: string;
  readonly owesBTC: string;
  readonly owesUSDT: string;
  /** "1.9998"; "" if there is no debt or no index. */
  readonly level: string;
  readonly status: string;
  /** In ticks. */
  readonly liquidation: number;
}

/** A small exchange with margin trading and a lending pool in both coins. */
export class LeverageWorld extends SpotWorld {
  constructor(
    lever: Partial<LeverSpec> = {},
    pool: Readonly<Record<Coin, string>> = { USDT: "1000000", BTC: "1000" },
    market: Partial<SpotMarketSpec> = {},
    rules = NEWEST_RULES,
  ) {
    // Its only source may halve or double the price at once, because these tests are about gaps.
    super({ sourceStepPpm: 1_000_000, ...market });
    if (rules > 0) this.adoptRules(rules);
    this.execute({ kind: "list-lever", marketId: 0, lever: { ...LEVER, ...lever } });
    for (const [coin, amount] of Object.entries(pool)) this.endow("lending-pool", coin as Coin, amount);
  }

  move(name: string, direction: "in" | "out", coin: Coin, amount: string, key = ""): Outcome {
    const { assetId, amountUnits } = this.amount(coin, amount);
    const userId = this.id(name);
    return this.execute({
      kind: "move-lever-funds",
      userId,
      marketId: 0,
      assetId,
      direction,
      amountUnits,
      key,
    });
  }

  /** `amount` "" repays the maximum. */
  repay(name: string, coin: Coin, amount = "", key = ""): Outcome {
    const { assetId, amountUnits } = this.amount(coin, amount === "" ? "0" : amount);
    return this.execute({
      kind: "repay-loan",
      userId: this.id(name),
      marketId: 0,
      assetId,
      amountUnits,
      key,
    });
  }

  /** Places a limit order in the margin account; "market" for any price. */
  lever(
    name: string,
    side: Side,
    quantity: string,
    price: string,
    fields: Partial<PlaceLeverOrder> = {},
  ): Outcome {
    const isMarket = price === "market";
    return this.execute({
      kind: "place-lever-order",
      userId: this.id(name),
      marketId: 0,
      side,
      type: isMarket ? "market" : "limit",
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: read(quantity, 2) as Lots,
      quoteUnits: 0 as Units,
      priceTicks: (isMarket ? 0 : Number(price)) as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      effect: "borrow",
      leverage: 0,
      key: "",
      ...fields,
    });
  }

  margin(name: string): MarginAccount | undefined {
    const view = this.exchange.accountView(this.id(name)).levers?.[0];
    if (view === undefined) return undefined;
    const pair = (coin: Coin, first: number, second: number): string =>
      first + second === 0 ? "" : `${amountOf(first, coin)} + ${amountOf(second, coin)}`;
    return {
      BTC: pair("BTC", view.baseAvailableUnits, view.baseFrozenUnits),
      USDT: pair("USDT", view.quoteAvailableUnits, view.quoteFrozenUnits),
      owesBTC: pair("BTC", view.baseDebtUnits, view.baseInterestUnits),
      owesUSDT: pair("USDT", view.quoteDebtUnits, view.quoteInterestUnits),
      level: view.levelE4 < 0 ? "" : plain(view.levelE4, 4),
      status: view.status,
      liquidation: view.liquidationTicks,
    };
  }

  /** Returns the amounts of a coin that the margin account may still borrow and withdraw. */
  capacity(name: string, coin: Coin): { readonly borrow: string; readonly out: string } {
    const view = this.exchange.accountView(this.id(name)).levers?.[0];
    const side = coin === "BTC" ? view?.base : view?.quote;
    return {
      borrow: amountOf(side?.borrowableUnits ?? 0, coin),
      out: amountOf(side?.maxTransferOutUnits ?? 0, coin),
    };
  }

  pool(coin: Coin): string {
    return this.own("lending-pool", coin);
  }
}

/** Returns the loan events of a command: "borrow 400 + 0.08 USDT". */
export function loansOf({ events }: Outcome): string[] {
  return events
    .filter((event): event is LoanChanged => event.kind === "loan-changed")
    .map(({ loanKind, amountUnits, interestUnits, assetId }) => {
      const coin: Coin = assetId === 1 ? "BTC" : "USDT";
      const [amount, interest] = [amountUnits, interestUnits].map((units) => amountOf(units, coin));
      return `${loanKind} ${amount} + ${interest} ${coin}`;
    });
}

export function liquidationsOf({ events }: Outcome): readonly LeverLiquidated[] {
  return events.filter((event): event is LeverLiquidated => event.kind === "lever-liquidated");
}
