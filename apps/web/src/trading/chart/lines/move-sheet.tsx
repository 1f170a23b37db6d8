import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { ConfirmButton } from "../../../shared/confirmation/confirm-button.tsx";
import { priceText } from "../../market/market-terms.ts";
import type { MovedLine } from "./use-moving-lines.ts";

interface MoveSheetProps {
  /** Null if closed. */
  readonly moved: MovedLine | null;
  readonly onClose: () => void;
}

/** Asks before a dragged line changes an order. */
export function MoveSheet({ moved, onClose }: MoveSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={moved !== null}
      onOpenChange={(open) => !open && onClose()}
      title={moved === null ? "" : t(moved.line.move.title)}
    >
      {moved !== null && <MoveQuestion moved={moved} onClose={onClose} />}
    </Sheet>
  );
}

function MoveQuestion({ moved: { line, ticks }, onClose }: MoveSheetProps & { readonly moved: MovedLine }) {
  const t = useT();
  const formats = useFormats();
  const [isBusy, setBusy] = useState(false);
  const { move } = line;
  const price = priceText(ticks, move.terms);
  const problem = move.problemAt?.(ticks);
  const send = async (): Promise<void> => {
    setBusy(true);
    await move.send(price);
    setBusy(false);
    // After a refusal the line goes back; the message says why.
    onClose();
  };
  return (
    <div className="stack-4">
      <KeyValue
        lines={[
          { key: "subject", label: t(move.kind), value: move.subject },
          { key: "from", label: t("lines.from"), value: <FinancialText value={line.price} /> },
          { key: "to", label: t("lines.to"), value: <FinancialText value={price} />, total: true },
          ...move.factsAt(ticks),
        ]}
      />
      {problem !== undefined && (
        <Notice tone="warn" announce>
          {problem}
        </Notice>
      )}
      <ConfirmButton
        of="drag"
        tone="primary"
        busy={isBusy}
        disabled={problem !== undefined}
        onSend={() => void send()}
      >
        {t("lines.confirm", { price: formats.decimal(price) })}
      </ConfirmButton>
    </div>
  );
}
