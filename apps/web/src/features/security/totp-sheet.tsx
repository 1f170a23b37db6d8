import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpOff } from "./totp-off.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";

interface Props {
  readonly isEnabled: boolean;
  readonly onClose: () => void;
}

/** The authenticator app: set up, show the recovery codes once, or disable. */
export function TotpSheet({ isEnabled, onClose }: Props) {
  const t = useT();
  /** State when the sheet was opened: enabling must not switch to the other form. */
  const [wasEnabled] = useState(isEnabled);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enabled = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    void refresh("profile");
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={codes === null ? t("security.totp") : t("security.recoveryTitle")}
      closesByButtonOnly={codes !== null}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : wasEnabled ? (
        <TotpOff onDone={onClose} />
      ) : (
        <TotpSetUp onEnabled={enabled} />
      )}
    </Sheet>
  );
}
