import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import { LotsText, MoneyText } from "./figure-text.tsx";

/** Free funds and the position size that they allow. */
export function TicketFigures({
  terms,
  buy,
  sell,
  usableUnits,
  isLoggedIn,
  ticket,
}: ContractTicketFormProps) {
  const t = useT();
  if (!isLoggedIn) return null;
  const lines: KeyValueLine[] = [
    {
      key: "free",
      label: t("contract.freeMargin"),
      value: (
        <MoveFundsLink
          to="contract"
          asset={terms.quote}
          className="ticket-available"
          title={t("contract.moveFunds")}
        >
          <MoneyText units={usableUnits} terms={terms} hasCoin isOwn />
          <PlusIcon size="s" />
          <span className="vh">{t("contract.moveFunds")}</span>
        </MoveFundsLink>
      ),
    },
  ];
  const label = t(ticket.reduceOnly ? "contract.closable" : "contract.holdable");
  lines.push({
    key: "holdable",
    label: <span title={t("contract.holdableHint")}>{label}</span>,
    value:
      buy.largest === sell.largest ? (
        <LotsText lots={buy.largest} terms={terms} hasCoin />
      ) : (
        <>
          <span className="up">
            <LotsText lots={buy.largest} terms={terms} />
          </span>{" "}
          /{" "}
          <span className="down">
            <LotsText lots={sell.largest} terms={terms} hasCoin />
          </span>
        </>
      ),
  });
  return <KeyValue small lines={lines} />;
}
