import type { Side } from "@candor/domain/enumerations";
import type { KeyValueLine } from "@candor/ui/card.tsx";
import type { MessageKey } from "../../../i18n/message-keys.ts";
import type { MarketTerms } from "../../market/market-terms.ts";

/** How a line may be moved to another price. */
export interface LineMove {
  /** Title of the sheet that asks first. */
  readonly title: MessageKey;
  /** "Order" or "Position", and which: "Buy 0.0420 BTC". */
  readonly kind: MessageKey;
  readonly subject: string;
  readonly terms: MarketTerms;
  /** Returns what else the sheet shows about a price in ticks. */
  readonly factsAt: (ticks: number) => readonly KeyValueLine[];
  /** Returns why a price in ticks would be refused; undefined if nothing is known against it. */
  readonly problemAt?: (ticks: number) => string | undefined;
  /** Makes the change; resolves to whether it was made. */
  readonly send: (price: string) => Promise<boolean>;
}

/** A horizontal line over the candles: an order, a position's entry, its take-profit. */
export interface DrawnOrder {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string;
  /** "Buy 0.0420 · 66,000.0" in the user's language. */
  readonly label: string;
  /** Its order waits for another one: the line is fainter. */
  readonly isPending?: boolean;
  /** Absent for lines that stay where they are. */
  readonly move?: LineMove;
}

/** A line that can be dragged. */
export type MovableLine = DrawnOrder & { readonly move: LineMove };

export const isMovable = (line: DrawnOrder): line is MovableLine => line.move !== undefined;
