import type { Command } from "@candor/domain/commands/commands";
import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import type { PositionLeg } from "@candor/domain/enumerations";
import type { ContractEvent } from "@candor/domain/events/contract-events";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import { ExchangeWorld, type Outcome, plain, read, usdt } from "./exchange-world.ts";
import { MARKET } from "./spot-world.ts";

const SPOT: SpotMarketSpec = { ...MARKET, lot: "0.001", minQuantity: "0.001", takerFeePpm: 1_000 };

/** One tick is 1 USDT, one lot 0.001 BTC; maker fee 0.02 %, taker fee 0.05 %, liquidation fee 0.1 %. */
export const CONTRACT: ContractSpec = {
  ...SPOT,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 1_000,
  indexSymbol: "BTCUSDT",
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 3_000,
  brackets: [
    { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
    { notionalCap: "250000", maxLeverage: 50, maintenancePpm: 5_000, cumulative: "50" },
    { notionalCap: "10000000", maxLeverage: 20, maintenancePpm: 10_000, cumulative: "1300" },
  ],
};

export const SPOT_MARKET = 0;
export const PERPETUAL = 1;
const LOT_SCALE = 3;

const lots = (text: string): Lots => read(text, LOT_SCALE) as Lots;

export type OrderTerms = Partial<Omit<PlaceContractOrder, "kind" | "userId" | "quantityLots">> & {
  readonly tp?: number;
  readonly sl?: number;
  /** Rarely used terms; with any of them, the command is `place-contract-terms`. */
  readonly expiresAtMs?: number;
  readonly closesPosition?: boolean;
  readonly priceProtect?: boolean;
};

/** A small exchange with one contract. It continues from a snapshot after every command. */
export class PerpetualWorld extends ExchangeWorld {
  readonly events: ExchangeEvent[] = [];

  /**
   * @param rules rules of a new exchange, unless the test is about older ones
   * @param spot its only source may halve or double the price at once, unless the test is about that
   * @param isScenario whether it is a test rig
   */
  constructor(
    spec: Partial<ContractSpec> = {},
    rules: number = NEWEST_RULES,
    spot: Partial<SpotMarketSpec> = { sourceStepPpm: 1_000_000 },
    isScenario = false,
  ) {
    super(LOT_SCALE, isScenario);
    if (rules > 0) this.adoptRules(rules);
    this.execute({ kind: "list-market", market: { ...SPOT, ...spot }, minSources: 1 });
    this.execute({ kind: "list-contract", contract: { ...CONTRACT, ...spec }, minSources: 1 });
    this.observe(60_000);
  }

  override execute(command: Command): Outcome {
    const outcome = super.execute(command);
    this.events.push(...outcome.events);
    return outcome;
  }

  override compare(): void {
    this.restart();
    super.compare();
  }

  /** Opens an account with funds in the contract wallet. */
  user(name: string, funds: string): this {
    this.open(name);
    if (funds !== "0") this.depositInto(name, "USDT", funds, "contract");
    return this;
  }

  place(name: string, side: "buy" | "sell", quantity: string, terms: OrderTerms = {}): Outcome {
    return this.execute(this.orderOf(name, side, quantity, terms));
  }

  /** Returns the command that places an order. */
  orderOf(
    name: string,
    side: "buy" | "sell",
    quantity: string,
    terms: OrderTerms = {},
  ): PlaceContractOrder | PlaceContractTerms {
    const { tp, sl, expiresAtMs, closesPosition, priceProtect, ...rest } = terms;
    const type = terms.type ?? (terms.priceTicks === undefined ? "market" : "limit");
    const hasTerms = expiresAtMs !== undefined || closesPosition === true || priceProtect === true;
    const more = {
      kind: "place-contract-terms",
      expiresAtMs: expiresAtMs ?? 0,
      closesPosition: closesPosition ?? false,
      priceProtect: priceProtect ?? false,
    } as const;
    return {
      ...(hasTerms ? more : { kind: "place-contract-order" }),
      userId: this.id(name),
      marketId: PERPETUAL,
      side,
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: lots(quantity),
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: "mark",
      reduceOnly: false,
      leverage: 0,
      takeProfitTicks: (tp ?? 0) as Ticks,
      stopLossTicks: (sl ?? 0) as Ticks,
      key: "",
      ...rest,
      type,
    };
  }

  limit(
    name: string,
    side: "buy" | "sell",
    quantity: string,
    price: number,
    terms: OrderTerms = {},
  ): Outcome {
    return this.place(name, side, quantity, { ...terms, priceTicks: price as Ticks });
  }

  /** Gives a resting order another total quantity and price. */
  modify(name: string, orderId: number, quantity: string, price: number, modifyId?: number): Outcome {
    return this.execute({
      kind: "modify-order",
      userId: this.id(name),
      marketId: PERPETUAL,
      orderId,
      quantityLots: lots(quantity),
      priceTicks: price as Ticks,
      modifyId,
    });
  }

  leverage(name: string, leverage: number, marginMode: "" | "isolated" | "cross" = ""): Outcome {
    const userId = this.id(name);
    return this.execute({ kind: "set-leverage", userId, marketId: PERPETUAL, leverage, marginMode, key: "" });
  }

  /** Chooses hedge mode or one-way mode. */
  mode(name: string, dual: boolean): Outcome {
    return this.execute({ kind: "set-position-mode", userId: this.id(name), dual, key: "" });
  }

  margin(name: string, direction: "add" | "remove", amount: string, leg?: PositionLeg): Outcome {
    const amountUnits = usdt(amount);
    const userId = this.id(name);
    return this.execute({
      kind: "move-margin",
      userId,
      marketId: PERPETUAL,
      direction,
      amountUnits,
      leg,
      key: "",
    });
  }

  protect(
    name: string,
    takeProfitTicks: number,
    stopLossTicks: number,
    triggerBy: "mark" | "last" | "index" = "mark",
    leg?: PositionLeg,
  ): Outcome {
    const userId = this.id(name);
    return this.execute({
      kind: "set-protection",
      userId,
      marketId: PERPETUAL,
      takeProfitTicks,
      stopLossTicks,
      triggerBy,
      leg,
      key: "",
    });
  }

  close(name: string, quantity = "0", price = 0, leg?: PositionLeg): Outcome {
    const userId = this.id(name);
    const quantityLots = quantity === "0" ? 0 : lots(quantity);
    return this.execute({
      kind: "close-position",
      userId,
      marketId: PERPETUAL,
      quantityLots,
      priceTicks: price,
      leg,
      key: "",
    });
  }

  closeAll(name: string): Outcome {
    return this.execute({ kind: "close-all-positions", userId: this.id(name), marketId: -1, key: "" });
  }

  /** Transfers from the contract wallet to the main wallet. */
  transferOut(name: string, amount: string): Outcome {
    return this.transfer(name, "USDT", amount, "contract", "main");
  }

  /** Balance of the insurance fund. */
  get fund(): string {
    return this.own("insurance", "USDT");
  }

  /** Contract wallet as "available + frozen". */
  wallet(name: string): string {
    return this.balances(name)["contract USDT"] ?? "0 + 0";
  }

  /** "1 for 60000, margin 3000, liquidation 57230", or "none". */
  position(name: string, leg?: PositionLeg): string {
    const view = this.viewOf(name, leg);
    if (view === undefined || view.lots === 0) return "none";
    const size = view.lots < 0 ? `-${plain(-view.lots, LOT_SCALE)}` : plain(view.lots, LOT_SCALE);
    const at = `${size} for ${plain(view.entryCostUnits)}`;
    return `${at}, margin ${plain(view.marginUnits)}, liquidation ${view.liquidationTicks}`;
  }

  view(name: string, leg?: PositionLeg) {
    const view = this.viewOf(name, leg);
    if (view === undefined) throw new Error(`${name} has no position`);
    return view;
  }

  private viewOf(name: string, leg: PositionLeg | undefined) {
    const positions = this.exchange.accountView(this.id(name)).contracts?.positions;
    return leg === undefined ? positions?.[0] : positions?.find((position) => position.leg === leg);
  }

  /** Returns all contract events of a kind so far. */
  eventsOf<Kind extends ContractEvent["kind"]>(
    kind: Kind,
  ): Extract<ContractEvent, { readonly kind: Kind }>[] {
    return this.events.filter((event) => event.kind === kind) as Extract<
      ContractEvent,
      { readonly kind: Kind }
    >[];
  }
}
