/** What a book tells about the orders that rest in it while another one executes. */
export interface BookListener {
  /** Both orders executed `lots` at `ticks`; `makerLeftLots` of the maker remain, 0: it is closed. */
  onTrade(makerId: number, takerId: number, lots: number, ticks: number, makerLeftLots: number): void;
  /** Self-trade prevention closed the resting order. */
  onMakerExpired(makerId: number): void;
}

/** What became of an incoming order: indexes into PLACE_OUTCOMES. */
export const PLACE_OUTCOMES = [
  /** Nothing remains. */
  "filled",
  /** What remains rests. */
  "resting",
  /** What remained of an immediate-or-cancel order expired. */
  "expired-ioc",
  /** A fill-or-kill order could not be filled; nothing happened. */
  "expired-fok",
  /** Self-trade prevention closed what remained. */
  "expired-self-trade",
  /** A post-only order would have executed; nothing happened and it has no id. */
  "refused",
] as const;

export type PlaceOutcome = (typeof PLACE_OUTCOMES)[number];
