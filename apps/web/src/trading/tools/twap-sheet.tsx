import { Sheet } from "@candor/ui/sheet.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { marketName, type ToolProps } from "./tool-props.ts";
import { TwapForm } from "./twap-form.tsx";
import { TwapList } from "./twap-list.tsx";
import "./tools.css";

/** The server places slices; this is how soon their progress shows. */
const REFETCH_MS = 2_000;

interface TwapSheetProps extends ToolProps {
  readonly onClose: () => void;
}

/** Starts TWAPs, and shows and stops those of the market. */
export function TwapSheet(props: TwapSheetProps) {
  const { product, terms, onClose } = props;
  const t = useT();
  const { data } = useCall("twapList", {}, { refetchEveryMs: REFETCH_MS });
  const own = data?.list.filter((twap) => twap.product === product && twap.symbol === terms.symbol) ?? [];
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t("trade.twap")} · ${marketName(props)}`}
    >
      <div className="stack-4" translate="no">
        <TwapForm {...props} />
        <TwapList twaps={own} terms={terms} />
      </div>
    </Sheet>
  );
}
