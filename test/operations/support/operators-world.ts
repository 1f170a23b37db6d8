import { readEvents } from "@candor/codec/event-reader";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import type { RandomSource } from "@candor/simulator/order-flow-random";
import type { Role } from "../../../apps/server/src/operators/protocol/roles.ts";
import {
  type ConsoleClient,
  type ConsoleReply,
  ConsoleUnderTest,
  type ReplyBody,
  signUp,
  tokenOf,
} from "../../console/support/console-under-test.ts";
import { accepted } from "../../wire/support/gateway-under-test.ts";

const USDT = 0;
const BTC_USDT = 0;
const COIN = 1_000_000;
const START_USDT = 10_000;
const BTC_PRICE_USDT = 60_000;
const SATOSHI = 100_000_000;

const PAYOUT_PPM = 850_000;
/** The terms that are in force when the operators begin; what they pay is all that anybody may gain. */
export const PLAN = {
  name: "Ten",
  asset: "USDT",
  price: "100",
  totalOutput: "101",
  durationDays: 10,
  hashRateGhs: 1_000,
  stock: 50,
  limitPerUser: 20,
  refundPpm: 500_000,
};
export const TERMS = {
  asset: "USDT",
  minStake: "5",
  maxStake: "500",
  userCap: "5000",
  expiryCap: "50000",
  poolCap: "50000",
  offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: PAYOUT_PPM }] }],
};
export const LEVER = {
  leverages: [2, 3],
  baseHourlyPpm: 10,
  quoteHourlyPpm: 20,
  baseUserLimit: "1",
  quoteUserLimit: "1000",
  basePairLimit: "5",
  quotePairLimit: "5000",
};
/** As the test's markets are listed with. */
const FEE_PPM = 1_000;
const REFERRAL_PPM = 200_000;
const TRADED_BTC = 0.001;
const PPM = 1_000_000;

/** One who may be at a console: somebody's own account, or one that they hold the link to. */
interface Seat {
  readonly name: string;
  client: ConsoleClient;
}

/**
 * An exchange with full pools whose prices do not move, operators who want its money, and mal and ana, their friends.
 * What mal and ana may gain by the terms of the beginning is counted as they act.
 */
export class OperatorsWorld {
  readonly office: ConsoleUnderTest;
  readonly seats: Seat[] = [];
  readonly userIds: readonly [number, number];
  /** What each may gain, in units of USDT. */
  readonly allowedUnits = new Map<number, number>();
  /** As the operators' commands were answered: what was done, in the order in which it was. */
  readonly done: string[] = [];
  /** What was sold on better terms than those of the beginning, in words. */
  readonly better: string[] = [];
  private readonly random: RandomSource;

  private constructor(office: ConsoleUnderTest, userIds: readonly [number, number], random: RandomSource) {
    this.office = office;
    this.userIds = userIds;
    this.random = random;
    office.exchange.engine.subscribe(({ words }) => {
      for (const event of readEvents(words)) this.look(event);
    });
  }

  private look(event: ExchangeEvent): void {
    if (event.kind === "miner-changed" && event.cause === "bought") {
      const { priceUnits, totalOutputUnits, durationDays } = event;
      const isBetter =
        totalOutputUnits * Number(PLAN.price) > priceUnits * Number(PLAN.totalOutput) ||
        durationDays < PLAN.durationDays;
      if (isBetter) this.better.push(`${totalOutputUnits} for ${priceUnits} in ${durationDays} days`);
    }
    if (event.kind === "option-changed" && event.payoutPpm > PAYOUT_PPM)
      this.better.push(`a payout of ${event.payoutPpm}`);
  }

  static async found(random: RandomSource): Promise<OperatorsWorld> {
    const office = await ConsoleUnderTest.start({
      lever: { levers: [{ symbol: "BTCUSDT", lever: LEVER }], pool: { USDT: "100000" } },
      mining: { plans: [PLAN], reserve: "1000000" },
    });
    const { engine } = office.exchange;
    await engine.execute({
      kind: "endow-pool",
      pool: "option-pool",
      assetId: USDT,
      totalUnits: (1_000_000 * COIN) as Units,
    });
    await engine.execute({
      kind: "endow-pool",
      pool: "insurance",
      assetId: USDT,
      totalUnits: (1_000_000 * COIN) as Units,
    });
    await engine.execute({ kind: "set-option-terms", terms: TERMS });
    await engine.execute({ kind: "set-referral-rate", ratePpm: REFERRAL_PPM });
    const ids: number[] = [];
    for (const name of ["mal", "ana"]) {
      const client = await office.exchange.registered(`${name}@example.org`);
      ids.push(Number(accepted(await client.call("profile")).id));
    }
    const [mal = 0, ana = 0] = ids;
    const world = new OperatorsWorld(office, [mal, ana], random);
    await engine.execute({ kind: "set-inviter", userId: ana, inviterId: mal });
    for (const userId of ids) {
      const amountUnits = (START_USDT * COIN) as Units;
      await engine.execute({
        kind: "deposit",
        userId,
        assetId: USDT,
        amountUnits,
        origin: "faucet",
        key: "",
      });
      for (const to of ["option", "coin"] as const)
        await engine.execute({
          kind: "transfer",
          userId,
          assetId: USDT,
          from: "main",
          to,
          amountUnits: (2_000 * COIN) as Units,
          key: "",
        });
    }
    return world;
  }

  async seat(name: string, ...roles: readonly Role[]): Promise<void> {
    this.seats.push({ name, client: await this.office.operator(name, ...roles) });
  }

  /** A command of one of the seats; who gets a link out of it takes that seat too. */
  async ask(command: string, target: string, input: object | undefined): Promise<void> {
    const seat = this.seats[this.random.below(this.seats.length)] as Seat;
    const more = { reason: "a try", ...(input !== undefined && { input }) };
    let reply = await seat.client.command(command, target, more);
    if (reply.status === 401) {
      const again = await this.signedIn(seat);
      if (!again) return;
      reply = await seat.client.command(command, target, more);
    }
    if (reply.status !== 200) return;
    this.done.push(`${seat.name}: ${command} ${target}: ${reply.body.note}`);
    await this.takeSeat(reply);
  }

  /** Sessions end by themselves, and by what others do. */
  private async signedIn(seat: Seat): Promise<boolean> {
    try {
      seat.client = await this.office.restored(seat.name);
      return true;
    } catch {
      // Disabled, or reset by a link that nobody here has: that seat is lost for now.
      return false;
    }
  }

  private async takeSeat({ body }: ConsoleReply<ReplyBody>): Promise<void> {
    const [row] = body.rows;
    const link = typeof row?.["link"] === "string" ? row["link"] : "";
    if (!link.startsWith("/console/#/join/")) return;
    const begun = await this.office.client().call("sign-up-begin", { token: tokenOf(link) });
    // The link of somebody who is disabled opens nothing.
    if (begun.status !== 200) return;
    const { name } = begun.body as unknown as { readonly name: string };
    const secret = await signUp(this.office, this.office.client(), tokenOf(link), name);
    const client = await this.office.signedIn(name, secret);
    const known = this.seats.find((each) => each.name === name);
    if (known === undefined) this.seats.push({ name, client });
    else known.client = client;
  }

  /** Time and prices, which stay where they are. */
  async pass(ms: number): Promise<void> {
    this.office.exchange.time.ms += ms;
    await this.office.exchange.observePrices();
  }

  /** What one of the users tries; what the terms of the beginning allow for it is added to what may be gained. */
  async act(): Promise<void> {
    const { random } = this;
    const userId = this.userIds[random.below(2)] as number;
    switch (random.below(7)) {
      case 0:
      case 1:
        return this.buyMiners(userId);
      case 2:
        return this.buyOption(userId);
      case 3:
        await this.execute({ kind: "claim-mining", userId, minerId: 0, key: "" });
        return;
      case 4:
        await this.execute({
          kind: "recycle-miner",
          userId,
          minerId: 1 + random.below(20),
          expectedRefundUnits: 0,
          key: "",
        });
        return;
      case 5:
        return this.trade();
      default:
        await this.execute({
          kind: "move-lever-funds",
          userId,
          marketId: BTC_USDT,
          assetId: USDT,
          direction: random.chance(0.3) ? "in" : "out",
          amountUnits: ((1 + random.below(5_000)) * COIN) as Units,
          key: "",
        });
    }
  }

  private async buyMiners(userId: number): Promise<void> {
    const planId = this.random.below(4);
    const quantity = 1 + this.random.below(3);
    const bought = await this.execute({ kind: "buy-miners", userId, planId, quantity, key: "" });
    const perMachine = (Number(PLAN.totalOutput) - Number(PLAN.price)) * COIN;
    if (bought && planId === 0) this.allow(userId, quantity * perMachine);
  }

  private async buyOption(userId: number): Promise<void> {
    const stake = (5 + this.random.below(400)) * COIN;
    const sold = await this.execute({
      kind: "place-option",
      userId,
      marketId: BTC_USDT,
      direction: this.random.chance(0.5) ? "up" : "down",
      stakeUnits: stake as Units,
      durationSeconds: this.random.chance(0.8) ? 60 : 5,
      minPayoutPpm: 0 as never,
      key: "",
    });
    if (!sold) return;
    const [offer] = TERMS.offers;
    this.allow(userId, (stake * (offer?.durations[0]?.payoutPpm ?? 0)) / PPM);
    for (let second = 0; second <= 61; second += 10) await this.pass(10_000);
  }

  /** ana buys of mal at the index; mal may get her part of ana's fee, at the rates of the beginning. */
  private async trade(): Promise<void> {
    const [mal, ana] = this.userIds;
    await this.pass(1_000);
    const order = {
      kind: "place-order",
      marketId: BTC_USDT,
      type: "limit",
      timeInForce: "gtc",
      selfTrade: "cancel-newest",
      quantityLots: 100,
      priceTicks: BTC_PRICE_USDT * 10,
      stopTicks: 0,
      trailingPpm: 0,
      quoteUnits: 0,
      key: "",
    } as const;
    await this.execute({ ...order, userId: ana, side: "buy" } as unknown as Command);
    await this.execute({ ...order, userId: mal, side: "sell" } as unknown as Command);
    await this.execute({ ...order, userId: mal, side: "buy" } as unknown as Command);
    await this.execute({ ...order, userId: ana, side: "sell" } as unknown as Command);
    const valueUnits = 2 * TRADED_BTC * BTC_PRICE_USDT * COIN;
    this.allow(mal, (((valueUnits * FEE_PPM) / PPM) * REFERRAL_PPM) / PPM);
  }

  private allow(userId: number, units: number): void {
    this.allowedUnits.set(userId, (this.allowedUnits.get(userId) ?? 0) + units);
  }

  private async execute(command: Command): Promise<boolean> {
    return (await this.office.exchange.engine.execute(command)).executed.error === undefined;
  }

  /** What a user has in all wallets, bitcoin at its price, in units of USDT. */
  async wealthUnits(userId: number): Promise<number> {
    let sum = 0;
    const { balances } = await this.office.exchange.engine.accountView(userId);
    for (const { assetId, availableUnits, frozenUnits } of balances) {
      const units = availableUnits + frozenUnits;
      sum += assetId === USDT ? units : (units / SATOSHI) * BTC_PRICE_USDT * COIN;
    }
    return sum;
  }

  /** In units of USDT: what was paid in, and what the terms of the beginning allow for what the user did. */
  mostUnits(userId: number): number {
    return START_USDT * COIN + (this.allowedUnits.get(userId) ?? 0);
  }
}
