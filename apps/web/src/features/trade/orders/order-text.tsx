import type { Side } from "@candor/protocol/enumerations";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Badge } from "@candor/ui/badge.tsx";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { REASON_WORDS, STATUS_WORDS } from "./order-words.ts";

/** "Buy" in its colour. */
export function SideText({ side }: { readonly side: Side }) {
  const t = useT();
  return (
    <span className={side === "buy" ? "up med" : "down med"}>
      {t(side === "buy" ? "trade.buy" : "trade.sell")}
    </span>
  );
}

/** "Buy · Limit" */
export function SideBadge({ side, children }: { readonly side: Side; readonly children: ReactNode }) {
  const t = useT();
  return (
    <Badge tone={side === "buy" ? "up" : "down"}>
      {t(side === "buy" ? "trade.buy" : "trade.sell")} · {children}
    </Badge>
  );
}

/** "Expired · more than 5% from the index" */
export function StatusText({ order }: { readonly order: Pick<WireOrder, "status" | "reason"> }) {
  const t = useT();
  const reason = order.reason === null ? undefined : REASON_WORDS[order.reason];
  return (
    <span>
      {t(STATUS_WORDS[order.status])}
      {reason !== undefined && <span className="muted"> · {t(reason)}</span>}
    </span>
  );
}
