import { Button } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { lazy, Suspense, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { AuthLayout } from "./auth-layout.tsx";
import "../../shared/account/auth.css";
import { type QrLoginShown, useQrLogin } from "./use-qr-login.ts";

const SIDE_PX = 220;

/** Lazy: few logins need a picture. */
const QrCode = lazy(async () => ({
  default: (await loadPart(() => import("../../shared/pictures/qr-code.tsx"))).QrCode,
}));

/** In place of the password: a picture that a signed-in phone scans. */
export function QrLoginForm({ onBack }: { readonly onBack: () => void }) {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  return (
    <AuthLayout title={t("login.qrTitle")}>
      <QrLogin key={attempt} onAgain={() => setAttempt(attempt + 1)} />
      <p className="center">
        <button type="button" className="link auth-link" onClick={onBack}>
          {t("login.qrBack")}
        </button>
      </p>
    </AuthLayout>
  );
}

function QrLogin({ onAgain }: { readonly onAgain: () => void }) {
  const t = useT();
  const shown = useQrLogin();
  const isOver = shown.is === "refused" || shown.is === "expired" || shown.is === "failed";
  return (
    <>
      <QrLoginStep shown={shown} />
      {isOver && (
        <Button tone="primary" block onClick={onAgain}>
          {t("login.qrAgain")}
        </Button>
      )}
    </>
  );
}

function QrLoginStep({ shown }: { readonly shown: QrLoginShown }) {
  const t = useT();
  switch (shown.is) {
    case "starting":
    case "waiting":
      return (
        <>
          <ol className="qr-steps muted">
            <li>{t("login.qrStepScan")}</li>
            <li>{t("login.qrStepNumber")}</li>
          </ol>
          <div className="qr-login">
            {shown.is === "starting" ? (
              <Skeleton width={SIDE_PX} height={SIDE_PX} />
            ) : (
              <Suspense fallback={<Skeleton width={SIDE_PX} height={SIDE_PX} />}>
                <QrCode text={shown.link} label={t("login.qrPicture")} sizePx={SIDE_PX} />
              </Suspense>
            )}
          </div>
          <p className="small muted center">{t("login.qrValid")}</p>
        </>
      );
    case "scanned":
      return (
        <div className="stack-4" aria-live="polite">
          <p>{t("login.qrNumber")}</p>
          <p className="qr-number n" translate="no">
            {shown.number}
          </p>
          <p className="small muted">{t("login.qrNumberNote")}</p>
        </div>
      );
    case "refused":
      return (
        <Notice tone="warn" announce>
          {t("login.qrRefused")}
        </Notice>
      );
    case "expired":
      return <Notice announce>{t("login.qrExpired")}</Notice>;
    case "failed":
      return (
        <Notice tone="down" announce>
          {shown.message}
        </Notice>
      );
  }
}
