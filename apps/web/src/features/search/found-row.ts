import type { WireMarket } from "@candor/wire/objects";
import type { Searchable } from "./rank.ts";

/** One line of what was found. */
export interface FoundRow extends Searchable {
  readonly key: string;
  readonly to: string;
  /** What it is, in small. */
  readonly note?: string;
  /** Its price stands at the end of the line. */
  readonly market?: WireMarket;
}
