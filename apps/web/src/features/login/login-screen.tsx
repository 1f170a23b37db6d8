import { Button } from "@candor/ui/button.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { showToast } from "@candor/ui/toast-store";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { FORGOT, REGISTER } from "../../shell/routes.ts";
import { beginSession } from "../../shell/session.ts";
import { messageOf, useAct } from "../../shell/use-call.ts";
import { AuthLayout } from "./auth-layout.tsx";

interface Problems {
  readonly account?: string;
  readonly password?: string;
}

const ACCOUNT_ERRORS: readonly string[] = [
  "user.accountError",
  "user.notFound",
  "user.frozen",
  "request.tooFast",
];

/** Opens a session, then goes back to where the visitor came from. */
export function Screen() {
  const t = useT();
  const { search } = useLocation();
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const login = useAct("login");
  const refuse = (error: ApiError) => {
    const left = error.params.attemptsLeft;
    const words =
      messageOf(error) + (typeof left === "number" ? ` · ${t("login.attemptsLeft", { count: left })}` : "");
    setProblems(ACCOUNT_ERRORS.includes(error.error) ? { account: words } : { password: words });
  };
  const submit = async () => {
    if (account.trim() === "") return setProblems({ account: t("login.accountEmpty") });
    if (password === "") return setProblems({ password: t("login.passwordEmpty") });
    setProblems({});
    const outcome = await login.run({ account: account.trim(), password });
    if (outcome === null) return;
    if (!outcome.ok) return refuse(outcome.error);
    showToast(t("login.loggedIn"), { kind: "success" });
    // The route guard takes a logged-in user from here to the page that asked for the login.
    beginSession(outcome.reply);
  };
  return (
    <AuthLayout title={t("login.logInTitle")} onSubmit={() => void submit()}>
      <Input
        label={t("login.account")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        error={problems.account}
      />
      <PasswordInput
        label={t("login.password")}
        name="password"
        autoComplete="current-password"
        maxLength={64}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={problems.password}
      />
      <Link to={FORGOT + search} className="link small auth-forgot">
        {t("login.forgot")}
      </Link>
      <Button tone="primary" block type="submit" busy={login.isBusy}>
        {t("login.logIn")}
      </Button>
      <p className="muted center">
        {t("login.newHere")}{" "}
        <Link to={REGISTER + search} className="link auth-link">
          {t("login.createLink")}
        </Link>
      </p>
    </AuthLayout>
  );
}
