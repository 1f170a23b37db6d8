import { Checkbox } from "@candor/ui/switch.tsx";
import { useT } from "../../i18n/use-t.ts";
import { quantityText } from "../market/market-terms.ts";
import { useTicketField } from "./price-fields.tsx";
import type { TicketFieldsProps } from "./ticket-props.ts";

/** Makes a resting order an iceberg. */
export function IcebergBox({ ticket, dispatch }: TicketFieldsProps) {
  const t = useT();
  return (
    <Checkbox
      label={t("trade.iceberg")}
      checked={ticket.isIceberg}
      onCheckedChange={(on) => dispatch({ kind: "iceberg", on })}
    />
  );
}

/** The size of an iceberg that the book shows at a time. */
export function IcebergField(props: TicketFieldsProps) {
  const { terms } = props;
  const t = useT();
  const field = useTicketField(props);
  const lot = quantityText(1, terms);
  return (
    <>
      {field("visible", t("trade.visibleIn", { coin: terms.base }), {
        decimals: terms.scale.quantityDecimals,
        counts: terms.base,
        step: lot,
        stepFrom: lot,
      })}
      <p className="small muted">{t("trade.icebergNote")}</p>
    </>
  );
}
