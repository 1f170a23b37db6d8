import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon } from "@candor/ui/page-icons.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import "../../shared/account/auth.css";
import { usePasskeyUnlocking } from "./use-passkey-unlocking.ts";
import { useUnlocking } from "./use-unlocking.ts";

/** In place of the app while it is locked. */
export function LockPage() {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { pin, change, problem, isBusy, waitSeconds, tryNow, leave } = useUnlocking();
  const passkey = usePasskeyUnlocking();
  usePageTitle(t("lock.locked"));
  const isWaiting = waitSeconds > 0;
  return (
    <main className="lock">
      <div className="lock-form stack-4">
        <Logo />
        <h1>{t("lock.locked")}</h1>
        <CodeInput
          label={t("lock.pin")}
          secret
          startsFocused
          disabled={isBusy || isWaiting}
          value={pin}
          onValueChange={change}
          onComplete={(typed) => void tryNow(typed)}
          help={isWaiting ? t("lock.wait", { count: waitSeconds }) : undefined}
          error={problem}
        />
        {passkey.hasPasskey && (
          <Button tone="line" block busy={passkey.isBusy} onClick={() => void passkey.tryPasskey()}>
            <FingerprintIcon />
            {t("lock.usePasskey")}
          </Button>
        )}
        {passkey.problem !== null && <Notice announce>{passkey.problem}</Notice>}
        <button type="button" className="link lock-out" onClick={() => setAsking(true)}>
          {t("lock.forgot")}
        </button>
      </div>
      <Sheet
        open={isAsking}
        onOpenChange={setAsking}
        title={t("lock.forgotTitle")}
        description={t("lock.forgotNote")}
      >
        <Button tone="danger" block onClick={() => void leave()}>
          {t("lock.logOut")}
        </Button>
      </Sheet>
    </main>
  );
}
