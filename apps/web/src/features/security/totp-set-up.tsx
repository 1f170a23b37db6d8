import { isSixDigits } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { QrCode } from "../../shared/pictures/qr-code.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { messageOf, useCall } from "../../shell/calls/use-call.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { queryClient } from "../../shell/services/services.ts";

interface Problems {
  readonly totp?: string;
  readonly password?: string;
}

interface Props {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Shows a secret as QR code and text; a first code from the app plus the password enables it. */
export function TotpSetUp({ onEnabled }: Props) {
  const t = useT();
  const copy = useCopy();
  // Each `begin` creates a new secret: keep the scanned one.
  const begun = useCall("totp", { action: "begin" }, { freshMs: Number.POSITIVE_INFINITY });
  // The secret is dropped with the sheet; the next time starts over.
  useEffect(() => () => queryClient.removeQueries({ queryKey: ["totp"] }), []);
  const [totp, setTotp] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const enable = useGuardedAct("totp");
  const submit = async () => {
    const found: Problems = {
      ...(!isSixDigits(totp) && { totp: t("login.codeFormat") }),
      ...(password === "" && { password: t("login.passwordEmpty") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await enable.run({ action: "enable", totp, password });
    if (outcome === null) return;
    if (outcome.ok) return onEnabled(outcome.reply.recoveryCodes ?? []);
    const isPassword = outcome.error.error === "user.passwordError";
    setProblems({ [isPassword ? "password" : "totp"]: messageOf(outcome.error) });
  };
  const secret = begun.data?.secret ?? "";
  if (begun.error !== null) {
    return <LoadFailed error={begun.error} onRetry={() => void begun.refetch()} />;
  }
  return (
    <>
      <Form className="stack-4" onSubmit={submit}>
        <p className="small muted">{t("security.totpScan")}</p>
        <div className="totp-qr">
          {begun.data?.uri === undefined ? (
            <Skeleton width={180} height={180} />
          ) : (
            <QrCode text={begun.data.uri} label={t("security.totpQr")} sizePx={180} />
          )}
        </div>
        <div className="row between totp-secret">
          <span className="mono" translate="no">
            {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </span>
          <Button size="small" tone="ghost" onClick={() => copy(secret)}>
            {t("shell.copy")}
          </Button>
        </div>
        <CodeInput
          label={t("security.appCode")}
          value={totp}
          onValueChange={clearingProblems(setTotp, "totp")}
          error={problems.totp}
        />
        <LoginPasswordInput
          value={password}
          error={problems.password}
          onValueChange={clearingProblems(setPassword, "password")}
        />
        <Button tone="primary" block type="submit" busy={enable.isBusy}>
          {t("security.totpOn")}
        </Button>
      </Form>
      {enable.sheet}
    </>
  );
}
