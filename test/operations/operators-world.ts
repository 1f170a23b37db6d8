import { readEvents } from "@candor/codec/event-reader";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import type { Role } from "@candor/server/operators/protocol/roles";
import type { RandomSource } from "@candor/simulator/order-flow-random";
import {
  type ConsoleClient,
  type ConsoleReply,
  ConsoleUnderTest,
  type ReplyBody,
  signUp,
  tokenOf,
} from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";

const USDT = 0;
const BTC_USDT = 0;
const COIN = 1_000_000;
const START_USDT = 10_000;
const BTC_PRICE_USDT = 60_000;
const SATOSHI = 100_000_000;

const PAYOUT_PPM = 850_000;
/** Initial terms; what they pay is the maximum anyone may gain. */
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
/** As listed in the test's markets. */
const FEE_PPM = 1_000;
const REFERRAL_PPM = 200_000;
const TRADED_BTC = 0.001;
const PPM = 1_000_000;

/** Someone with console access: through their own account, or through an invitation link they hold. */
interface Seat {
  readonly name: string;
  client: ConsoleClient;
}

/**
 * An exchange with full pools and constant prices, operators who try to steal, and their friends mal and ana. What the
 * initial terms allow mal and ana to gain is added up as they act.
 */
export class OperatorsWorld {
  readonly office: ConsoleUnderTest;
  readonly seats: Seat[] = [];
  readonly userIds: readonly [number, number];
  /** Maximum gain of each user, in units of USDT. */
  readonly allowedUnits = new Map<number, number>();
  /** Results of the operators' commands, in order. */
  readonly done: string[] = [];
  /** Sales on better terms than the initial ones, described in text. */
  readonly better: string[] = [];
  private readonly random: RandomSource;

  private constructor(office: ConsoleUnderTest, userIds: readonly [number, number], random: RandomSource) {
    this.office = office;
    this.userIds = userIds;
    this.random = random;
    office.exchange.engine.subscribe(({ words }) => {
      for (const event of readEvents(words)) this.record(event);
    });
  }

  private record(event: ExchangeEvent): void {
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

  /** Runs a command from one of the seats; if it returns a link, the seat's owner uses it too. */
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

  /** Sessions expire, or are ended by others' actions. */
  private async signedIn(seat: Seat): Promise<boolean> {
    try {
      seat.client = await this.office.restored(seat.name);
      return true;
    } catch {
      // The operator is disabled, or was reset with a link that nobody here has, so the seat is lost for now.
      return false;
    }
  }

  private async takeSeat({ body }: ConsoleReply<ReplyBody>): Promise<void> {
    const [row] = body.rows;
    const link = typeof row?.["link"] === "string" ? row["link"] : "";
    if (!link.startsWith("/console/#/join/")) return;
    const begun = await this.office.client().call("sign-up-begin", { token: tokenOf(link) });
    // A disabled operator's link does not work.
    if (begun.status !== 200) return;
    const { name } = begun.body as unknown as { readonly name: string };
    const secret = await signUp(this.office, this.office.client(), tokenOf(link), name);
    const client = await this.office.signedIn(name, secret);
    const known = this.seats.find((each) => each.name === name);
    if (known === undefined) this.seats.push({ name, client });
    else known.client = client;
  }

  /** Advances time; prices stay constant. */
  async pass(ms: number): Promise<void> {
    this.office.exchange.time.ms += ms;
    await this.office.exchange.observePrices();
  }

  /** Performs a random user action; what the initial terms allow for it is added to the maximum gain. */
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

  /** ana buys from mal at the index; mal may earn a share of ana's fee, at the initial rates. */
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

  /** Returns a user's wealth in all wallets, bitcoin at its price, in units of USDT. */
  async wealthUnits(userId: number): Promise<number> {
    let sum = 0;
    const { balances } = await this.office.exchange.engine.accountView(userId);
    for (const { assetId, availableUnits, frozenUnits } of balances) {
      const units = availableUnits + frozenUnits;
      sum += assetId === USDT ? units : (units / SATOSHI) * BTC_PRICE_USDT * COIN;
    }
    return sum;
  }

  /** Returns the maximum in units of USDT: deposits, plus what the initial terms allow for the user's actions. */
  mostUnits(userId: number): number {
    return START_USDT * COIN + (this.allowedUnits.get(userId) ?? 0);
  }
}
