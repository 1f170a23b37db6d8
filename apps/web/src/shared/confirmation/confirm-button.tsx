import { Button } from "@candor/ui/button.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { type ReactNode, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type Confirmed, useTradingSettings } from "./trading-settings.ts";

interface ConfirmButtonProps {
  /** What a checked "Do not ask again" no longer confirms. */
  readonly of: Confirmed;
  readonly tone: "buy" | "sell" | "primary";
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** The last button of a confirmation sheet, under "Do not ask again", which takes effect when it is pressed. */
export function ConfirmButton({ of, tone, busy, disabled = false, onSend, children }: ConfirmButtonProps) {
  const t = useT();
  const { setConfirm } = useTradingSettings();
  const [isSkipped, setSkipped] = useState(false);
  return (
    <>
      <Checkbox
        checked={isSkipped}
        onCheckedChange={setSkipped}
        label={t("trade.skipQuestion", { page: t("shell.tabMe") })}
      />
      <Button
        tone={tone}
        block
        busy={busy}
        disabled={disabled}
        onClick={() => {
          if (isSkipped) setConfirm(of, false);
          onSend();
        }}
      >
        {children}
      </Button>
    </>
  );
}
