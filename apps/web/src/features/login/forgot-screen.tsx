import { Button } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { showToast } from "@candor/ui/toast-store";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { LOGIN } from "../../shell/routes.ts";
import { messageOf, useAct } from "../../shell/use-call.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { CodeField } from "./code-field.tsx";
import { NewPassword } from "./new-password.tsx";
import { isCode, isEmail, isPassword } from "./rules.ts";

interface Problems {
  readonly email?: string;
  readonly code?: string;
  readonly password?: string;
  readonly repeat?: string;
}

const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.codeError": "code",
  "user.passwordEmpty": "password",
  "user.passwordFormat": "password",
  "user.passwordBreached": "password",
  "user.passwordUnchanged": "password",
  "user.passwordsDiffer": "repeat",
};

/** A new login password, proved by a code to the account's mailbox. */
export function Screen() {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const reset = useAct("resetPassword");
  const submit = async () => {
    const found: Problems = {
      ...(!isEmail(email) && { email: t("login.emailFormat") }),
      ...(!isCode(code) && { code: t("login.codeFormat") }),
      ...(!isPassword(password) && { password: t("login.passwordRule") }),
      ...(password !== repeat && { repeat: t("login.passwordsDiffer") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await reset.run({
      kind: "login",
      account: email.trim(),
      code,
      newPassword: password,
      repeatPassword: repeat,
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [FIELDS[outcome.error.error] ?? "email"]: messageOf(outcome.error) });
    showToast(t("login.passwordReset"), { kind: "success", durationMs: 4_000 });
    void navigate(LOGIN + search, { replace: true });
  };
  return (
    <AuthLayout title={t("login.forgotTitle")} onSubmit={() => void submit()}>
      <p className="muted">{t("login.forgotNote")}</p>
      <Input
        label={t("login.email")}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={problems.email}
      />
      <CodeField
        event="reset"
        email={email}
        value={code}
        onValueChange={setCode}
        error={problems.code ?? null}
        onAddressProblem={(words) => setProblems({ email: words })}
      />
      <NewPassword
        label={t("login.newPassword")}
        repeatLabel={t("login.repeatPassword")}
        password={password}
        onPassword={setPassword}
        repeat={repeat}
        onRepeat={setRepeat}
        error={problems.password ?? null}
        repeatError={problems.repeat ?? null}
      />
      <Button tone="primary" block type="submit" busy={reset.isBusy}>
        {t("login.setPassword")}
      </Button>
      <p className="center">
        <Link to={LOGIN + search} className="link auth-link">
          {t("login.logIn")}
        </Link>
      </p>
    </AuthLayout>
  );
}
