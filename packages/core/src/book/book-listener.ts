/** Callbacks for resting orders that change while another order executes. */
export interface BookListener {
  /** Both orders executed `lots` at `ticks`. `makerLeftLots` of the maker remain; 0 means it is closed. */
  onTrade(makerId: number, takerId: number, lots: number, ticks: number, makerLeftLots: number): void;
  /** Self-trade prevention closed the resting order. */
  onMakerExpired(makerId: number): void;
}

/** Outcomes of an incoming order. The book returns indexes into PLACE_OUTCOMES. */
export const PLACE_OUTCOMES = [
  /** Nothing remains. */
  "filled",
  /** The remainder rests. */
  "resting",
  /** The remainder of an immediate-or-cancel order expired. */
  "expired-ioc",
  /** A fill-or-kill order could not be filled. Nothing happened. */
  "expired-fok",
  /** Self-trade prevention closed the remainder. */
  "expired-self-trade",
  /** A post-only order would have executed. Nothing happened, and it has no id. */
  "refused",
] as const;

export type PlaceOutcome = (typeof PLACE_OUTCOMES)[number];
