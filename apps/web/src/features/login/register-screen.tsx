import {
  isSixDigits,
  isUsername,
  MAX_EMAIL,
  MAX_INVITATION_CODE,
  MAX_USERNAME,
  newEmail,
} from "@candor/text/account-rules";
import { MAX_WRITTEN_PHONE, normalPhone } from "@candor/text/phone-number";
import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { showToast } from "@candor/ui/toast-store";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useLocation } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { CodeField } from "../../shared/account/code-field.tsx";
import { NewPassword } from "../../shared/account/new-password.tsx";
import { plainAccount } from "../../shared/account/rules.ts";
import { passwordProblem, usePasswordRule } from "../../shared/account/use-password-rule.ts";
import { messageOf, useAct, useCall } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { LOGIN } from "../../shell/routing/routes.ts";
import { deviceName } from "../../shell/session/device-name.ts";
import { beginSession } from "../../shell/session/session.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { fieldOfError, type Problems, type RegisterForm, type RegisterKind } from "./register-form.ts";

const EMPTY: RegisterForm = {
  email: "",
  username: "",
  phone: "",
  code: "",
  password: "",
  repeat: "",
  invitation: null,
};
const KIND_WORDS = {
  email: "login.byEmail",
  username: "login.byUsername",
  phone: "login.byPhone",
} as const satisfies Record<RegisterKind, string>;

/** The invitation code in the address, if any. */
const invitationIn = (search: string): string | null => new URLSearchParams(search).get("code");

/** The input of a registration, its problems and its submission. */
function useRegistration() {
  const t = useT();
  const rule = usePasswordRule();
  const { search } = useLocation();
  const [form, setForm] = useState(EMPTY);
  const [chosenKind, setKind] = useState<RegisterKind | null>(null);
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const { data: site, isPending } = useCall("publicIndex", {}, { freshMs: 60_000 });
  const register = useAct("register");
  const isInviteOnly = site?.registration.inviteOnly ?? true;
  const houseCode = site?.registration.houseCode ?? null;
  const prefilled = invitationIn(search) ?? houseCode ?? "";
  const invitation = form.invitation ?? prefilled;
  const kinds = site?.registration.by ?? ["email"];
  const kind = chosenKind ?? kinds[0] ?? "email";
  const change = (part: Partial<RegisterForm>) => {
    const fields = Object.keys(part) as (keyof RegisterForm)[];
    clearingProblems(setForm, ...fields)({ ...form, ...part });
  };

  const wrongPassword = passwordProblem(form.password, rule, t);
  const check = (): Problems => ({
    ...(kind === "email" && newEmail(form.email) === undefined && { email: t("login.emailFormat") }),
    ...(kind === "username" && !isUsername(form.username) && { username: t("login.usernameHelp") }),
    ...(kind === "phone" && normalPhone(form.phone) === undefined && { phone: t("login.phoneFormat") }),
    ...(kind !== "username" && !isSixDigits(form.code) && { code: t("login.codeFormat") }),
    ...(wrongPassword !== undefined && { password: wrongPassword }),
    ...(form.password !== form.repeat && { repeat: t("login.passwordsDiffer") }),
    ...(isInviteOnly && invitation.trim() === "" && { invitation: t("login.invitationEmpty") }),
  });
  const submit = async () => {
    const found = check();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await register.run({
      ...(kind === "username" ? { username: form.username } : { code: form.code }),
      ...(kind === "email" && { email: form.email.trim() }),
      ...(kind === "phone" && { phone: plainAccount(form.phone) }),
      password: form.password,
      repeatPassword: form.repeat,
      ...(invitation.trim() !== "" && { invitationCode: invitation.trim() }),
      deviceName: deviceName(navigator.userAgent),
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [fieldOfError(outcome.error.error, kind)]: messageOf(outcome.error) });
    showToast(t("login.registered"), { kind: "success" });
    beginSession(outcome.reply);
  };
  const changePassword = (password: string) =>
    clearingProblems(setForm, "password", "repeat")({ ...form, password });
  return {
    form,
    change,
    changePassword,
    kinds,
    kind,
    setKind,
    invitation,
    houseCode,
    problems,
    setProblems,
    submit,
    isPending,
    isBusy: register.isBusy,
  };
}

interface FieldsProps {
  readonly registration: ReturnType<typeof useRegistration>;
}

export function Screen() {
  const t = useT();
  const { search } = useLocation();
  const registration = useRegistration();
  const { form, kinds, kind, problems, isPending } = registration;
  return (
    <AuthLayout title={t("login.registerTitle")} onSubmit={() => void registration.submit()}>
      {isPending && <Skeleton height={44} />}
      {kinds.length > 1 && (
        <Segmented
          label={t("login.registerBy")}
          value={kind}
          onValueChange={registration.setKind}
          choices={kinds.map((value) => ({ value, label: t(KIND_WORDS[value]) }))}
        />
      )}
      <IdentityFields registration={registration} />
      <NewPassword
        label={t("login.password")}
        repeatLabel={t("login.repeatPassword")}
        password={form.password}
        onPassword={(password) => registration.changePassword(password)}
        repeat={form.repeat}
        onRepeat={(repeat) => registration.change({ repeat })}
        error={problems.password ?? null}
        repeatError={problems.repeat ?? null}
      />
      <InvitationField registration={registration} />
      <Button tone="primary" block type="submit" busy={registration.isBusy}>
        {t("login.register")}
      </Button>
      <p className="muted center">
        {t("login.haveAccount")}{" "}
        <Link to={LOGIN + search} className="link auth-link">
          {t("login.logIn")}
        </Link>
      </p>
    </AuthLayout>
  );
}

/** Mailbox, phone or username, and the code sent to the first two. */
function IdentityFields({ registration }: FieldsProps) {
  const t = useT();
  const { form, change, kind, problems, setProblems } = registration;
  return (
    <>
      {kind === "email" && (
        <Input
          label={t("login.email")}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={MAX_EMAIL}
          value={form.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problems.email}
        />
      )}
      {kind === "phone" && (
        <Input
          label={t("login.phone")}
          type="tel"
          name="phone"
          autoComplete="tel"
          maxLength={MAX_WRITTEN_PHONE}
          value={form.phone}
          onChange={(event) => change({ phone: event.target.value })}
          help={t("login.phoneHelp")}
          error={problems.phone}
        />
      )}
      {kind === "username" ? (
        <Input
          label={t("login.byUsername")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_USERNAME}
          value={form.username}
          onChange={(event) => change({ username: event.target.value })}
          help={t("login.usernameHelp")}
          error={problems.username}
        />
      ) : (
        <CodeField
          key={kind}
          event="register"
          channel={kind}
          address={form[kind]}
          value={form.code}
          onValueChange={(code) => change({ code })}
          error={problems.code ?? null}
          onAddressProblem={(words) => setProblems({ [kind]: words })}
        />
      )}
    </>
  );
}

function InvitationField({ registration: { invitation, houseCode, problems, change } }: FieldsProps) {
  const t = useT();
  return (
    <Input
      label={t("login.invitation")}
      name="invitation"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={MAX_INVITATION_CODE}
      value={invitation}
      onChange={(event) => change({ invitation: event.target.value })}
      error={problems.invitation}
      trailing={
        invitation !== "" &&
        invitation === houseCode && <Badge tone="warn">{t("login.invitationFilled")}</Badge>
      }
    />
  );
}
