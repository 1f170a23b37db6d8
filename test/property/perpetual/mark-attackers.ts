import type { RandomSource } from "@candor/simulator/order-flow-random";
import type { MarkWorld } from "./mark-world.ts";

const SIDES = ["buy", "sell"] as const;
const LEVERAGES = [100, 100, 100, 50, 20, 5, 2] as const;
/** Long enough for the basis to matter. */
const BASIS_SECONDS = 11;

/**
 * Actions of colluders: single ones, and sequences that attack the mark price, the insurance fund or other accounts.
 */
export class MarkAttackers {
  private readonly world: MarkWorld;
  private readonly random: RandomSource;

  constructor(world: MarkWorld, random: RandomSource) {
    this.world = world;
    this.random = random;
    for (const userId of world.colluders) {
      const mode = random.chance(0.5) ? "isolated" : "cross";
      for (let n = 0; n < world.index.length; n++) world.leverage(userId, n, this.pick(LEVERAGES), mode);
    }
  }

  /** Performs a few of them. */
  run(): void {
    const moves = 2 + this.random.below(4);
    for (let n = 0; n < moves; n++) this.move();
  }

  private move(): void {
    const draw = this.random.below(16);
    const n = this.random.below(this.world.index.length);
    if (draw < 3) this.trade(n, this.away(n));
    else if (draw < 5) this.displace(n);
    else if (draw < 7) this.trap(n);
    else if (draw < 8) this.ruin(n);
    else if (draw < 9) this.ruinAcross(n);
    else if (draw < 10) this.quote(n);
    else if (draw < 11) this.world.cancelAll(this.someone());
    else if (draw < 13) this.takeOut();
    else if (draw < 14) this.world.putIn(this.someone());
    else if (draw < 15) this.world.leverage(this.someone(), n, this.pick(LEVERAGES), "");
    else this.world.wait(1 + this.random.below(3));
  }

  /** Two of them trade with each other, at any price in the band and any affordable size. */
  private trade(n: number, ticks: number, first = this.someone()): void {
    const { world, random } = this;
    const second = this.otherThan(first);
    const side = this.pick(SIDES);
    const lots = this.lots(n, first);
    const reduces = random.chance(0.3);
    world.order(first, n, side, lots, ticks, reduces && random.chance(0.5));
    world.order(second, n, side === "buy" ? "sell" : "buy", lots, ticks, reduces && random.chance(0.5));
  }

  /** Places depth on both sides far from the index and trades there, until the mark price has followed. */
  private displace(n: number, direction = this.random.chance(0.5) ? 1 : -1): void {
    const { world, random } = this;
    const [bidder, asker] = [this.someone(), this.someone()];
    const index = world.index[n] ?? 0;
    const ticks = this.within(n, Math.round(index * (1 + direction * (0.001 + random.fraction() * 0.09))));
    const lots = Math.ceil((3_300 * 1_000) / index);
    world.order(bidder, n, "buy", lots, ticks);
    world.order(asker, n, "sell", lots, ticks + 1 + random.below(20));
    world.wait(BASIS_SECONDS);
    if (random.chance(0.7)) this.trade(n, ticks);
    world.wait(1 + random.below(2));
    if (random.chance(0.5)) for (const userId of world.colluders) world.cancelAll(userId);
  }

  /** Places an order at someone's bankruptcy price, or at the limit of the insurance fund's price range. */
  private trap(n: number): void {
    const { world, random } = this;
    const index = world.index[n] ?? 0;
    const victim = this.pick([...world.colluders, ...world.honest]);
    const bankrupt = world.bankruptTicks(victim, n);
    const reach = Math.round(index * (random.chance(0.5) ? 0.995 : 1.005));
    const at = this.within(n, bankrupt === 0 || random.chance(0.4) ? reach : bankrupt);
    const side = world.lotsOf(victim, n) > 0 ? "buy" : "sell";
    const user = this.someone();
    world.order(
      user,
      n,
      random.chance(0.9) ? side : this.pick(SIDES),
      this.lots(n, user),
      at + random.below(3) - 1,
    );
    if (random.chance(0.5)) world.wait(1);
  }

  /** Opens a position at the limit, then moves the mark price against it. */
  private ruin(n: number): void {
    const { world, random } = this;
    const index = world.index[n] ?? 0;
    const isLong = random.chance(0.5);
    const [loser, winner] = [this.someone(), this.someone()];
    const edge = Math.round(index * (1 + (isLong ? 1 : -1) * (0.0055 + random.fraction() * 0.0025)));
    const lots = this.lots(n, loser);
    world.order(winner, n, isLong ? "sell" : "buy", lots, edge);
    world.order(loser, n, isLong ? "buy" : "sell", lots, edge);
    if (random.chance(0.5)) this.takeOut(loser);
    // The rest of a cross account is given away at a price far from the index.
    if (random.chance(0.5)) {
      const far = this.within(n, Math.round(index * (isLong ? 0.905 : 1.095)));
      const part = Math.max(1, Math.floor(lots * random.fraction() * 0.3));
      world.order(winner, n, isLong ? "buy" : "sell", part, far);
      world.order(loser, n, isLong ? "sell" : "buy", part, far, random.chance(0.5));
    }
    if (random.chance(0.6)) this.trap(n);
    if (random.chance(0.6)) this.displace(n);
  }

  /**
   * A cross account with positions in two contracts: one mark price in its favor, the other against it, and a bid that
   * buys the first liquidated part for more than the account is worth.
   */
  private ruinAcross(n: number): void {
    const { world, random } = this;
    if (world.index.length < 2) return this.ruin(n);
    const [loser, other] = [this.someone(), 1 - n];
    const winner = this.otherThan(loser);
    world.putIn(winner);
    for (const contract of [n, other]) {
      const index = world.index[contract] ?? 0;
      const lots = this.lots(contract, loser) >> 1 || 1;
      const price = Math.round(index * (1 + random.fraction() * 0.003));
      world.order(winner, contract, "sell", lots, price);
      world.order(loser, contract, "buy", lots, price);
    }
    this.takeOut(loser);
    this.displace(other, 1);
    if (random.chance(0.7)) this.takeOut(loser);
    const bid = this.within(n, Math.round((world.index[n] ?? 0) * (0.9 + random.fraction() * 0.1)));
    world.order(winner, n, "buy", Math.abs(world.lotsOf(loser, n)), bid);
    this.displace(n, -1);
  }

  private quote(n: number): void {
    const user = this.someone();
    this.world.order(user, n, this.pick(SIDES), this.lots(n, user), this.away(n));
  }

  /** Withdraws the maximum from a contract wallet, including margin of isolated positions. */
  private takeOut(userId = this.someone()): void {
    const { world } = this;
    for (let n = 0; n < world.index.length; n++)
      for (let units = 64_000_000; units >= 1_000_000; units = Math.floor(units / 2))
        world.removeMargin(userId, n, units);
    for (let units = world.available(userId, "contract"); units > 1_000; units = Math.floor(units / 2))
      world.transfer(userId, "contract", "main", units);
  }

  private someone(): number {
    return this.pick(this.world.colluders);
  }

  private otherThan(userId: number): number {
    const others = this.world.colluders.filter((other) => other !== userId);
    return this.pick(others);
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.random.below(items.length)] as Item;
  }

  /** Often as much as the balance allows at its leverage, often little. */
  private lots(n: number, userId: number): number {
    const { world, random } = this;
    const price = world.index[n] ?? 1;
    const worth = (world.available(userId, "contract") / 1_000_000) * this.pick([100, 50, 20, 5, 1]);
    const most = Math.min(
      100_000,
      Math.max(2, Math.floor((worth * 1_000 * (0.5 + random.fraction() * 0.5)) / price)),
    );
    return random.chance(0.3) ? 1 + random.below(most) : most;
  }

  /** Anywhere in the band, mostly near the index or the band's ends. */
  private away(n: number): number {
    const { random } = this;
    const index = this.world.index[n] ?? 0;
    const part = random.chance(0.5) ? 0.006 : random.chance(0.5) ? 0.02 : 0.0999;
    return this.within(n, Math.round(index * (1 + (random.fraction() * 2 - 1) * part)));
  }

  private within(n: number, ticks: number): number {
    const index = this.world.index[n] ?? 0;
    return Math.max(Math.ceil(index * 0.9), Math.min(Math.floor(index * 1.1), ticks));
  }
}
