import { isLive, ToyExchange, type ToyOrder } from "./toy-exchange.ts";

/** Small seeded generator, the same on every platform (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export const LABELLED_USER = 1_001;

/** An exchange with its listing, `users` traders starting at 1,002, and one labeled account. */
export function openedExchange(users: number): ToyExchange {
  const exchange = new ToyExchange();
  exchange.list();
  exchange.open(LABELLED_USER, true);
  for (let user = 0; user < users; user++) {
    exchange.open(LABELLED_USER + 1 + user);
    exchange.deposit(LABELLED_USER + 1 + user, user % 3, 1_000_000 + user);
  }
  return exchange;
}

/** Performs `commands` random actions. */
export function trade(
  exchange: ToyExchange,
  commands: number,
  users: number,
  random: (below: number) => number,
): void {
  let live: ToyOrder[] = exchange.orders.filter(isLive);
  for (let i = 0; i < commands; i++) {
    if (random(4) === 0) exchange.wait(random(30_000));
    if (i % 256 === 0) live = live.filter(isLive);
    const what = random(100);
    const userId = LABELLED_USER + random(users + 1);
    const order = live[random(Math.max(1, live.length))];
    if (what < 60) place(exchange, userId, live, random);
    else if (what < 85 && order !== undefined && isLive(order)) exchange.cancel(order);
    else if (what < 90 && order !== undefined && isLive(order) && order.quantityLots - order.executedLots > 1)
      exchange.reduce(order, order.quantityLots - 1);
    else if (what < 91) exchange.cancelAll(userId);
    else if (what < 95) exchange.reject(userId);
    else exchange.index(random(2), 6_000_000_000_000 + random(1_000_000) * 100);
  }
}

function place(
  exchange: ToyExchange,
  userId: number,
  live: ToyOrder[],
  random: (below: number) => number,
): void {
  const marketId = random(2);
  const side = random(2) as 0 | 1;
  const quantity = 10 + random(90);
  const against: [ToyOrder, number][] = [];
  let left = quantity;
  for (let tries = 0; tries < 3 && left > 0; tries++) {
    const maker = live[random(Math.max(1, live.length))];
    const usable =
      maker !== undefined &&
      isLive(maker) &&
      maker.marketId === marketId &&
      maker.side !== side &&
      maker.userId !== userId &&
      !against.some(([other]) => other === maker);
    if (!usable) continue;
    const lots = Math.min(left, maker.quantityLots - maker.executedLots);
    against.push([maker, lots]);
    left -= lots;
  }
  const priceTicks = 600_000 + random(1_000);
  live.push(
    exchange.place(
      userId,
      marketId,
      side,
      priceTicks,
      quantity,
      against,
      random(3) === 0 ? `key-${random(1e9)}` : "",
    ),
  );
}
