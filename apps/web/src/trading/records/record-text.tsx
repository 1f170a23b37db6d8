import { Badge } from "@candor/ui/badge.tsx";
import { ShieldCheckIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { WireLiquidation } from "@candor/wire/contract-objects";
import { useT } from "../../i18n/use-t.ts";
import { type EvidenceKind, evidencePath } from "../../shell/routing/routes.ts";

/** "Long", in its color. */
export function PositionSideText({ side }: { readonly side: WireLiquidation["side"] }) {
  const t = useT();
  return (
    <span className={side === "long" ? "up med" : "down med"}>
      {t(side === "long" ? "records.long" : "records.short")}
    </span>
  );
}

export function PositionSideBadge({ side }: { readonly side: WireLiquidation["side"] }) {
  const t = useT();
  return (
    <Badge tone={side === "long" ? "up" : "down"}>
      {t(side === "long" ? "records.long" : "records.short")}
    </Badge>
  );
}

/** Link to the evidence, which is recomputed. */
export function EvidenceLink({ kind, id }: { readonly kind: EvidenceKind; readonly id: string }) {
  const t = useT();
  return (
    <Link to={evidencePath(kind, id)} className="link records-check">
      <ShieldCheckIcon size="s" />
      {t("records.check")}
    </Link>
  );
}
