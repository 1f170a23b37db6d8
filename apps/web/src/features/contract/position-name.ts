import type { Translate } from "../../i18n/i18n.ts";
import type { LivePosition } from "./contract-live.ts";

/** Returns symbol and side, as in "BTCUSDT · Long": in hedge mode a contract has two positions. */
export function positionName(t: Translate, { position }: LivePosition): string {
  return `${position.symbol} · ${t(position.side === "long" ? "contract.long" : "contract.short")}`;
}

/** Returns the title of a sheet about a position, as in "Close · BTCUSDT · Long"; a closing sheet has none. */
export function positionTitle(t: Translate, subject: string, live: LivePosition | undefined): string {
  return live === undefined ? subject : `${subject} · ${positionName(t, live)}`;
}
