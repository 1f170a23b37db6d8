import type { WireMarket } from "@candor/wire/objects";
import type { Searchable } from "./rank.ts";

/** One search result. */
export interface FoundRow extends Searchable {
  readonly key: string;
  readonly to: string;
  /** Its type, in small text. */
  readonly note?: string;
  /** If set, the market's price is shown at the end of the row. */
  readonly market?: WireMarket;
}
