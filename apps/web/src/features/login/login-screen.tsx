import { MAX_EMAIL } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon, PhoneIcon } from "@candor/ui/page-icons.tsx";
import { hasPasskeys } from "@candor/ui/passkeys";
import { showToast } from "@candor/ui/toast-store";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { PASSWORD_FIELD_LENGTH, plainAccount } from "../../shared/account/rules.ts";
import type { FactorDemand } from "../../shared/account/second-factor.ts";
import { demandOf, isFactorRefused } from "../../shared/account/second-factor.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";
import { useTablet } from "../../shell/hooks/use-media-query.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { FORGOT, REGISTER } from "../../shell/routing/routes.ts";
import { deviceName } from "../../shell/session/device-name.ts";
import type { SecondFactor } from "../../shell/session/second-factor.tsx";
import { beginSession } from "../../shell/session/session.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { LoginFactor } from "./login-factor.tsx";
import { FrozenLogin, SessionEnded } from "./login-notices.tsx";
import { QrLoginForm } from "./qr-login-form.tsx";
import { usePasskeyLogin } from "./use-passkey-login.ts";
import { canBeginQr } from "./use-qr-login.ts";

interface Problems {
  readonly account?: string;
  readonly password?: string;
}

const ACCOUNT_ERRORS: readonly string[] = [
  "user.accountError",
  "user.notFound",
  "user.closed",
  "request.tooFast",
];

const FROZEN_ERRORS: readonly string[] = ["user.frozen", "user.frozenByOwner"];

function useLogin() {
  const t = useT();
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const [demand, setDemand] = useState<FactorDemand | null>(null);
  const [factorProblem, setFactorProblem] = useState<string | null>(null);
  const login = useAct("login");
  const [frozen, setFrozen] = useState<ApiError | null>(null);
  const refuse = (error: ApiError) => {
    if (FROZEN_ERRORS.includes(error.error)) return setFrozen(error);
    const left = error.params.attemptsLeft;
    const words =
      messageOf(error) + (typeof left === "number" ? ` · ${t("login.attemptsLeft", { count: left })}` : "");
    setProblems(ACCOUNT_ERRORS.includes(error.error) ? { account: words } : { password: words });
  };
  const enter = async (secondFactor?: SecondFactor): Promise<void> => {
    const outcome = await login.run({
      account: plainAccount(account),
      password,
      deviceName: deviceName(navigator.userAgent),
      ...(secondFactor !== undefined && { secondFactor }),
    });
    if (outcome === null) return;
    if (outcome.ok) {
      showToast(t("login.loggedIn"), { kind: "success" });
      // The route guard redirects a logged-in user to the page that required the login.
      return beginSession(outcome.reply);
    }
    const newDemand = demandOf(outcome.error);
    if (newDemand !== null) return setDemand(newDemand);
    if (isFactorRefused(outcome.error)) {
      setFactorProblem(messageOf(outcome.error));
      // A passkey challenge is valid for one answer; logging in with the password again returns the next one.
      return demand?.question === null ? undefined : enter();
    }
    setDemand(null);
    refuse(outcome.error);
  };
  const submit = () => {
    if (account.trim() === "") return setProblems({ account: t("login.accountEmpty") });
    if (password === "") return setProblems({ password: t("login.passwordEmpty") });
    setProblems({});
    setFactorProblem(null);
    setFrozen(null);
    return enter();
  };
  return {
    account,
    setAccount,
    password,
    setPassword,
    problems,
    clearingProblems,
    demand,
    setDemand,
    factorProblem,
    frozen,
    isBusy: login.isBusy,
    enter,
    submit,
  };
}

/** Logs in, then returns to the page the visitor came from. */
export function Screen() {
  const t = useT();
  const login = useLogin();
  const { problems, clearingProblems, demand, frozen, isBusy } = login;
  const [isByQr, setByQr] = useState(false);
  if (demand !== null) {
    return (
      <LoginFactor
        demand={demand}
        problem={login.factorProblem}
        isBusy={isBusy}
        onAnswer={(factor) => void login.enter(factor)}
        onBack={() => login.setDemand(null)}
      />
    );
  }
  if (isByQr) return <QrLoginForm onBack={() => setByQr(false)} />;
  return (
    <AuthLayout title={t("login.logInTitle")} onSubmit={() => void login.submit()}>
      {frozen === null ? <SessionEnded /> : <FrozenLogin error={frozen} />}
      <Input
        label={t("login.account")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL}
        value={login.account}
        onChange={(event) => clearingProblems(login.setAccount, "account")(event.target.value)}
        error={problems.account}
      />
      <PasswordInput
        label={t("login.password")}
        name="password"
        autoComplete="current-password"
        maxLength={PASSWORD_FIELD_LENGTH}
        value={login.password}
        onChange={(event) => clearingProblems(login.setPassword, "password")(event.target.value)}
        error={problems.password}
      />
      <OtherWays isBusy={isBusy} onQr={() => setByQr(true)} />
    </AuthLayout>
  );
}

/** Below the password: recovery, the submit button, passkey login and registration. */
function OtherWays({ isBusy, onQr }: { readonly isBusy: boolean; readonly onQr: () => void }) {
  const t = useT();
  const { search } = useLocation();
  const passkey = usePasskeyLogin();
  const isTablet = useTablet();
  return (
    <>
      <Link to={FORGOT + search} className="link small auth-forgot">
        {t("login.forgot")}
      </Link>
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("login.logIn")}
      </Button>
      {hasPasskeys() && (
        <Button tone="line" block busy={passkey.isBusy} onClick={() => void passkey.logIn()}>
          <FingerprintIcon />
          {t("login.usePasskey")}
        </Button>
      )}
      {isTablet && canBeginQr() && (
        <Button tone="line" block onClick={onQr}>
          <PhoneIcon />
          {t("login.useQr")}
        </Button>
      )}
      {passkey.problem !== null && (
        <Notice tone="down" announce>
          {passkey.problem}
        </Notice>
      )}
      <p className="muted center">
        {t("login.newHere")}{" "}
        <Link to={REGISTER + search} className="link auth-link">
          {t("login.createLink")}
        </Link>
      </p>
    </>
  );
}
