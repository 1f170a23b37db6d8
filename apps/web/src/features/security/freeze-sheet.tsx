import { Button } from "@candor/ui/button.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, useAct, useCall } from "../../shell/calls/use-call.ts";
import { loginPath } from "../../shell/routing/routes.ts";
import { endSession, logOutWith } from "../../shell/services/services.ts";
import { storeSessionEnd } from "../../shell/services/session-end.ts";
import { deviceName } from "../../shell/session/device-name.ts";

/** Freezes the account from a session: explains the effect and who can unfreeze it, then freezes. */
export function FreezeSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useCall("freeze", {}, { freshMs: 0 });
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct("freeze");
  const freeze = () =>
    logOutWith(async () => {
      const outcome = await act.run({ confirm: true, deviceName: deviceName(navigator.userAgent) });
      if (outcome === null) return;
      if (!outcome.ok) return setProblem(messageOf(outcome.error));
      storeSessionEnd("frozen");
      window.location.hash = loginPath();
      endSession();
    });
  return (
    <Sheet open onOpenChange={onClose} title={t("security.freeze")}>
      <div className="stack-4">
        {data === undefined && error === null && <SkeletonRows count={3} label={t("shell.loading")} />}
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <p>{t("login.freezeWhat")}</p>
            {data.opensByCode ? (
              <p className="muted">{t("login.freezeOpensByCode")}</p>
            ) : (
              <Notice tone="warn">{t("security.freezeNoContact")}</Notice>
            )}
            {problem !== null && (
              <Notice tone="down" announce>
                {problem}
              </Notice>
            )}
            <Button tone="danger" block busy={act.isBusy} onClick={() => void freeze()}>
              {t("login.freezeAct")}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
