import { Button } from "@candor/ui/button.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";
import { readLots, readTicks } from "../../trading/market/market-terms.ts";
import { useIsCanceling } from "../../trading/orders/use-order-changes.ts";
import type { LivePosition } from "./contract-live.ts";
import { TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import { MoneyText } from "./figure-text.tsx";
import { netProfitOfPart } from "./part-level.ts";
import type { ContractActions } from "./use-contract-actions.ts";

interface PartLevelListProps {
  readonly live: LivePosition;
  readonly edited: WireOrder | null;
  readonly onEdit: (order: WireOrder | null) => void;
  readonly acts: ContractActions;
}

/** The pending levels of parts, with what each brings. */
export function PartLevelList({ live, ...rest }: PartLevelListProps) {
  const t = useT();
  const own = live.partLevels;
  if (own.length === 0) return null;
  return (
    <section aria-label={t("contract.partLevels", { count: own.length })}>
      <p className="small muted">{t("contract.partLevels", { count: own.length })}</p>
      <ul className="part-levels">
        {own.map((order) => (
          <PartLevel key={order.orderId} order={order} live={live} {...rest} />
        ))}
      </ul>
    </section>
  );
}

interface PartLevelProps extends PartLevelListProps {
  readonly order: WireOrder;
}

function PartLevel({ order, live, edited, onEdit, acts }: PartLevelProps) {
  const t = useT();
  const isCanceling = useIsCanceling(order.orderId);
  const { held } = live;
  const { terms } = held;
  const lots = Math.min(readLots(order.quantity ?? "", terms) ?? 0, Math.abs(held.lots));
  const ticks = readTicks(order.stopPrice ?? "", terms);
  const isEdited = edited?.orderId === order.orderId;
  return (
    <li className={isEdited ? "is-edited" : undefined}>
      <span className="stack-1 grow">
        <span className="med">
          {t(order.type === "stop-market" ? "contract.stopLoss" : "contract.takeProfit")}{" "}
          <FinancialText value={order.stopPrice} />
        </span>
        <span className="small muted">
          <FinancialText value={order.quantity} asset={terms.base} minDecimals={0} />
          {order.triggerBy !== null && ` · ${t(TRIGGER_BY_WORDS[order.triggerBy])}`} ·{" "}
          <span title={t("contract.levelResult")}>
            <MoneyText
              units={ticks === undefined || lots === 0 ? undefined : netProfitOfPart(held, lots, ticks)}
              terms={terms}
              signed
            />
          </span>
        </span>
      </span>
      <Button size="small" aria-pressed={isEdited} onClick={() => onEdit(isEdited ? null : order)}>
        {t("contract.editLevel")}
      </Button>
      <Button
        size="small"
        tone="line"
        busy={isCanceling}
        onClick={() => {
          if (isEdited) onEdit(null);
          void acts.cancel(order);
        }}
      >
        {t("trade.cancel")}
      </Button>
    </li>
  );
}
