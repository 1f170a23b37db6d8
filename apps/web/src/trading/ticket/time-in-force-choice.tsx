import type { OrderType, TimeInForce } from "@candor/domain/enumerations";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { FORCE_WORDS } from "../orders/order-words.ts";
import { allowedTimes } from "./ticket-state.ts";

export interface TimeInForceChoiceProps {
  readonly type: OrderType;
  readonly value: TimeInForce;
  readonly onValueChange: (timeInForce: TimeInForce) => void;
}

/** Time in force, for types with a choice. */
export function TimeInForceChoice({ type, value, onValueChange }: TimeInForceChoiceProps) {
  const t = useT();
  const allowed = allowedTimes(type);
  if (allowed.length === 1) return null;
  return (
    <div className="ticket-force">
      <Select
        label={t("trade.timeInForce")}
        value={value}
        onValueChange={onValueChange}
        choices={allowed.map((each) => ({ value: each, label: t(FORCE_WORDS[each]) }))}
      />
    </div>
  );
}
