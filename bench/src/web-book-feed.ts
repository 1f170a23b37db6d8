import { mulberry32 } from "@candor/simulator/order-flow-random";

type Level = readonly [price: string, quantity: string];

/** Data of a message of the channel `depth.spot.BTCUSDT.diff`, as sent by the server. */
export interface DepthData {
  readonly channel: string;
  readonly kind: "snapshot" | "diff";
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly sequence: number;
  readonly prevSequence: number | null;
  readonly timeMs: number;
}

const CHANNEL = "depth.spot.BTCUSDT.diff";
const SEED = 26;
/** In ticks of 0.1: 60,000.0. */
const MIDDLE = 600_000;
const LEVELS = 50;
const CHANGES_A_MESSAGE = 6;
/** Changes are within this many levels of the best price, so they are visible. */
const BUSY_LEVELS = 12;
/** Far above the sequence numbers of a newly started server. */
const FIRST_SEQUENCE = 1_000_000_000;
const START_MS = 1_767_225_600_000;

/** Returns a snapshot and diffs that each change some visible levels; sometimes a level is removed or returns. */
export function bookMessages(count: number): readonly DepthData[] {
  const random = mulberry32(SEED);
  const price = (ticks: number) => (ticks / 10).toFixed(1);
  const quantity = () => (0.001 + random.below(2_000) / 1_000).toFixed(5);
  const level = (side: 1 | -1, away: number, isGone = false): Level => [
    price(MIDDLE + side * away),
    isGone ? "0.00000" : quantity(),
  ];
  const all = (side: 1 | -1) => Array.from({ length: LEVELS }, (_, i) => level(side, i + 1));
  const message = (index: number, asks: readonly Level[], bids: readonly Level[]): DepthData => ({
    channel: CHANNEL,
    kind: index === 0 ? "snapshot" : "diff",
    asks,
    bids,
    sequence: FIRST_SEQUENCE + index,
    prevSequence: index === 0 ? null : FIRST_SEQUENCE + index - 1,
    timeMs: START_MS + index * 100,
  });
  const messages = [message(0, all(1), all(-1))];
  for (let index = 1; index < count; index++) {
    const changes: Record<1 | -1, Map<number, Level>> = { 1: new Map(), [-1]: new Map() };
    for (let change = 0; change < CHANGES_A_MESSAGE; change++) {
      const side = random.chance(0.5) ? 1 : -1;
      const away = 1 + random.below(BUSY_LEVELS);
      // The best levels stay, so that the book never crosses.
      changes[side].set(away, level(side, away, away > 1 && random.chance(0.1)));
    }
    messages.push(message(index, [...changes[1].values()], [...changes[-1].values()]));
  }
  return messages;
}
