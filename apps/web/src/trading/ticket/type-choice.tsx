import type { OrderType } from "@candor/domain/enumerations";
import { Select } from "@candor/ui/select.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { TYPE_WORDS } from "../orders/order-words.ts";

export interface TypeChoiceProps {
  readonly value: OrderType;
  readonly onValueChange: (type: OrderType) => void;
  readonly isDesktop: boolean;
  /** Default: all. */
  readonly types?: readonly OrderType[];
}

const TYPES: readonly OrderType[] = ["limit", "market", "stop-limit", "stop-market", "oco", "trailing-stop"];

/** Order type: tabs on desktops, the native picker on phones; with the article about all of them. */
export function TypeChoice({ value, onValueChange, isDesktop, types = TYPES }: TypeChoiceProps) {
  const t = useT();
  const choices = types.map((type) => ({ value: type, label: t(TYPE_WORDS[type]) }));
  const common = { label: t("trade.orderType"), value, onValueChange, choices };
  return (
    <div className="type-choice">
      {isDesktop ? <Tabs {...common} className="ticket-types" plain /> : <Select {...common} />}
      <HelpButton article="order-types" topic={t("trade.orderType")} />
    </div>
  );
}
