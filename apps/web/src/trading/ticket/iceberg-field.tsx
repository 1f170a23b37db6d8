import { Checkbox } from "@candor/ui/switch.tsx";
import { useT } from "../../i18n/use-t.ts";
import { quantityText } from "../market/market-terms.ts";
import { useTicketField } from "./price-fields.tsx";
import type { TicketFieldsProps } from "./ticket-props.ts";

/** Makes a resting order an iceberg: the size that the book shows at a time. */
export function IcebergField(props: TicketFieldsProps) {
  const { ticket, dispatch, terms } = props;
  const t = useT();
  const field = useTicketField(props);
  const lot = quantityText(1, terms);
  return (
    <>
      <Checkbox
        label={t("trade.iceberg")}
        checked={ticket.isIceberg}
        onCheckedChange={(on) => dispatch({ kind: "iceberg", on })}
      />
      {ticket.isIceberg && (
        <>
          {field("visible", t("trade.visibleIn", { coin: terms.base }), {
            decimals: terms.scale.quantityDecimals,
            counts: terms.base,
            step: lot,
            stepFrom: lot,
          })}
          <p className="small muted">{t("trade.icebergNote")}</p>
        </>
      )}
    </>
  );
}
