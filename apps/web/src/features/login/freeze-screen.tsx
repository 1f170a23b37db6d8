import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, useAct, useCall } from "../../shell/calls/use-call.ts";
import { FORGOT, SERVICE } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { endSession } from "../../shell/services/services.ts";
import { deviceName } from "../../shell/session/device-name.ts";
import { appState } from "../../state/app-store.ts";
import { AuthLayout } from "./auth-layout.tsx";

type Freeze = CallReply<"freeze">;

/**
 * Target of the link in a security email. Opening it only shows which account it is for, so a mail scanner that follows
 * links cannot freeze an account.
 */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [done, setDone] = useState<Freeze | null>(null);
  // An earlier reply says nothing about a link that may have been used since.
  const { data, error, isFetchedAfterMount, refetch } = useCall(
    "freeze",
    { token },
    { freshMs: 0, sameInAllLanguages: true, enabled: done === null },
  );
  const isOver = error instanceof ApiError && error.error === "user.freezeLinkInvalid";
  if (done !== null) {
    return (
      <AuthLayout title={t("login.frozenTitle")}>
        <Frozen done={done} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t("login.freezeTitle")}>
      {!isFetchedAfterMount && <SkeletonRows count={2} label={t("shell.loading")} />}
      {isFetchedAfterMount && isOver && (
        <div className="stack-4">
          <Notice>{t("login.freezeUsed")}</Notice>
          <ButtonLink to={FORGOT} tone="primary" block>
            {t("login.forgotTitle")}
          </ButtonLink>
          <Support />
        </div>
      )}
      {isFetchedAfterMount && error !== null && !isOver && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {isFetchedAfterMount && error === null && data !== undefined && (
        <FreezeConfirmation token={token} found={data} onDone={setDone} />
      )}
    </AuthLayout>
  );
}

interface FreezeConfirmationProps {
  readonly token: string;
  readonly found: Freeze;
  readonly onDone: (done: Freeze) => void;
}

function FreezeConfirmation({ token, found, onDone }: FreezeConfirmationProps) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct("freeze");
  const freeze = async () => {
    const outcome = await act.run({ token, confirm: true, deviceName: deviceName(navigator.userAgent) });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    // This browser's session may belong to the account just frozen.
    if (appState().token !== "") endSession();
    onDone(outcome.reply);
  };
  return (
    <div className="stack-4">
      <p className="med">{t("login.freezeAsk", { account: found.account })}</p>
      <p className="muted">{t("login.freezeWhat")}</p>
      <p className="muted">
        {t(found.opensByCode ? "login.freezeOpensByCode" : "login.freezeOpensBySupport")}
      </p>
      {problem !== null && (
        <Notice tone="down" announce>
          {problem}
        </Notice>
      )}
      <Button tone="danger" block busy={act.isBusy} onClick={() => void freeze()}>
        {t("login.freezeAct")}
      </Button>
    </div>
  );
}

function Frozen({ done }: { readonly done: Freeze }) {
  const t = useT();
  return (
    <div className="stack-4">
      <Notice tone="primary" announce title={t("login.frozenAccount", { account: done.account })}>
        {t("login.frozenDevices", { count: done.endedSessions })}
      </Notice>
      {done.endedApiKeys.length > 0 && (
        <p className="muted">{t("login.endedApiKeys", { names: done.endedApiKeys.join(", ") })}</p>
      )}
      <p className="muted">{t("login.frozenReturned", { count: done.returnedWithdrawals })}</p>
      <p className="muted">
        {t(done.opensByCode ? "login.freezeOpensByCode" : "login.freezeOpensBySupport")}
      </p>
      {done.opensByCode && (
        <ButtonLink to={FORGOT} tone="primary" block>
          {t("login.forgotTitle")}
        </ButtonLink>
      )}
      <Support />
    </div>
  );
}

function Support() {
  const t = useT();
  return (
    <ButtonLink to={SERVICE} tone="line" block>
      {t("shell.contactSupport")}
    </ButtonLink>
  );
}
