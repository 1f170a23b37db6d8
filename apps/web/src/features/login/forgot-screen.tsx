import { isSixDigits, MAX_EMAIL, normalEmail } from "@candor/text/account-rules";
import { normalPhone } from "@candor/text/phone-number";
import { Button } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { showToast } from "@candor/ui/toast-store";
import { Link } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { type Channel, CodeField } from "../../shared/account/code-field.tsx";
import { NewPassword } from "../../shared/account/new-password.tsx";
import { looksLikePhone, plainAccount } from "../../shared/account/rules.ts";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { passwordProblem, usePasswordRule } from "../../shared/account/use-password-rule.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { LOGIN } from "../../shell/routing/routes.ts";
import { storeSessionEnd } from "../../shell/services/session-end.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { PasswordReset } from "./password-reset.tsx";

interface Problems {
  readonly account?: string;
  readonly code?: string;
  readonly password?: string;
  readonly repeat?: string;
}

const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.codeError": "code",
  "user.codeExpired": "code",
  "user.passwordEmpty": "password",
  "user.passwordFormat": "password",
  "user.passwordFormatLong": "password",
  "user.passwordBreached": "password",
  "user.passwordUnchanged": "password",
  "user.passwordsDiffer": "repeat",
};

function usePasswordReset() {
  const t = useT();
  const rule = usePasswordRule();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [account, setAccount] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const reset = useGuardedAct("resetPassword");
  const [done, setDone] = useState<CallReply<"resetPassword"> | null>(null);
  const channel: Channel = looksLikePhone(account) ? "phone" : "email";
  const submit = async () => {
    const isAddress = (channel === "phone" ? normalPhone : normalEmail)(account) !== undefined;
    const wrongPassword = passwordProblem(password, rule, t);
    const found: Problems = {
      ...(!isAddress && { account: t(channel === "phone" ? "login.phoneFormat" : "login.emailFormat") }),
      ...(!isSixDigits(code) && { code: t("login.codeFormat") }),
      ...(wrongPassword !== undefined && { password: wrongPassword }),
      ...(password !== repeat && { repeat: t("login.passwordsDiffer") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await reset.run({
      kind: "login",
      account: plainAccount(account),
      code,
      newPassword: password,
      repeatPassword: repeat,
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [FIELDS[outcome.error.error] ?? "account"]: messageOf(outcome.error) });
    const { endedApiKeys, removedPasskeys, keptPasskeys, removedContacts, removedTotp, unfrozen } =
      outcome.reply;
    const lists = [endedApiKeys, removedPasskeys, keptPasskeys, removedContacts];
    const isNews = unfrozen || removedTotp || lists.some((names) => names.length > 0);
    storeSessionEnd("");
    if (isNews) return setDone(outcome.reply);
    showToast(t("login.passwordReset"), { kind: "success", durationMs: 4_000 });
    void navigate(LOGIN + search, { replace: true });
  };
  return {
    account,
    setAccount,
    code,
    setCode,
    password,
    setPassword,
    repeat,
    setRepeat,
    channel,
    problems,
    setProblems,
    clearingProblems,
    done,
    submit,
    reset,
  };
}

/** Sets a new login password, confirmed by a code to the account's mailbox. */
export function Screen() {
  const t = useT();
  const { search } = useLocation();
  const form = usePasswordReset();
  const { account, code, password, repeat, channel, problems, setProblems, clearingProblems, done, reset } =
    form;
  if (done !== null) return <PasswordReset done={done} />;
  return (
    <AuthLayout title={t("login.forgotTitle")} onSubmit={() => void form.submit()} overlay={reset.sheet}>
      <p className="muted">{t("login.forgotNote")}</p>
      <Input
        label={t("login.emailOrPhone")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_EMAIL}
        value={account}
        onChange={(event) => clearingProblems(form.setAccount, "account")(event.target.value)}
        error={problems.account}
      />
      <CodeField
        event="reset"
        channel={channel}
        address={account}
        value={code}
        onValueChange={clearingProblems(form.setCode, "code")}
        error={problems.code ?? null}
        onAddressProblem={(words) => setProblems({ account: words })}
      />
      <NewPassword
        label={t("login.newPassword")}
        repeatLabel={t("login.repeatPassword")}
        password={password}
        onPassword={clearingProblems(form.setPassword, "password", "repeat")}
        repeat={repeat}
        onRepeat={clearingProblems(form.setRepeat, "repeat")}
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
