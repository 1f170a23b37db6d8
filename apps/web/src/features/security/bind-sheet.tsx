import { isSixDigits, MAX_EMAIL, newEmail } from "@candor/text/account-rules";
import { MAX_WRITTEN_PHONE, normalPhone } from "@candor/text/phone-number";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { Channel } from "../../shared/account/code-field.tsx";
import { CodeField } from "../../shared/account/code-field.tsx";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { plainAccount } from "../../shared/account/rules.ts";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

interface Problems {
  readonly target?: string;
  readonly code?: string;
  readonly oldCode?: string;
  readonly password?: string;
}

interface Props {
  readonly kind: Channel;
  /** Current binding, masked; null if none. */
  readonly present: string | null;
  readonly onClose: () => void;
}

const WORDS = {
  email: {
    bind: "security.bindEmail",
    replace: "security.replaceEmail",
    target: "security.newEmail",
    format: "login.emailFormat",
  },
  phone: {
    bind: "security.bindPhone",
    replace: "security.replacePhone",
    target: "security.newPhone",
    format: "login.phoneFormat",
  },
} as const;

/** Field each error belongs to; others belong to the target field. */
const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.codeError": "code",
  "user.codeExpired": "code",
  "user.passwordError": "password",
};

function useBinding({ kind, present, onClose }: Props) {
  const t = useT();
  const words = WORDS[kind];
  const [target, setTarget] = useState("");
  const [code, setCode] = useState("");
  const [oldCode, setOldCode] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const bind = useGuardedAct("bind");
  const isReplacing = present !== null;
  const isTarget = (kind === "email" ? newEmail : normalPhone)(target) !== undefined;
  const submit = async () => {
    const found: Problems = {
      ...(isReplacing && !isSixDigits(oldCode) && { oldCode: t("login.codeFormat") }),
      ...(!isTarget && { target: t(words.format) }),
      ...(!isSixDigits(code) && { code: t("login.codeFormat") }),
      ...(!isReplacing && password === "" && { password: t("login.passwordEmpty") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await bind.run({
      kind,
      target: plainAccount(target),
      code,
      ...(isReplacing ? { oldCode } : { password }),
    });
    if (outcome === null) return;
    if (!outcome.ok) {
      return setProblems({ [FIELDS[outcome.error.error] ?? "target"]: messageOf(outcome.error) });
    }
    await refresh("profile");
    showToast(t("security.bound", { target: outcome.reply.target }), { kind: "success" });
    onClose();
  };
  return {
    target,
    setTarget,
    code,
    setCode,
    oldCode,
    setOldCode,
    password,
    setPassword,
    words,
    isReplacing,
    problems,
    setProblems,
    clearingProblems,
    bind,
    submit,
  };
}

/**
 * Binds a mailbox or phone, confirmed by a code to it. Replacing one also needs a code to the old one, the first one
 * the password.
 */
export function BindSheet(props: Props) {
  const { kind, present, onClose } = props;
  const t = useT();
  const form = useBinding(props);
  const { target, code, oldCode, password, words, isReplacing, problems, clearingProblems, bind } = form;
  return (
    <Sheet open onOpenChange={onClose} title={t(isReplacing ? words.replace : words.bind)}>
      <Form className="stack-4" onSubmit={form.submit}>
        {present !== null && (
          <CodeField
            event="bind"
            channel={kind}
            label={t("security.oldCode", { address: present })}
            value={oldCode}
            onValueChange={clearingProblems(form.setOldCode, "oldCode")}
            error={problems.oldCode ?? null}
          />
        )}
        <Input
          label={t(words.target)}
          type={kind === "email" ? "email" : "tel"}
          autoComplete={kind === "email" ? "email" : "tel"}
          maxLength={kind === "email" ? MAX_EMAIL : MAX_WRITTEN_PHONE}
          value={target}
          help={kind === "phone" ? t("login.phoneHelp") : undefined}
          error={problems.target}
          onChange={(event) => clearingProblems(form.setTarget, "target")(event.target.value)}
        />
        <CodeField
          event="bind"
          channel={kind}
          address={target}
          label={t("security.newCode")}
          value={code}
          onValueChange={clearingProblems(form.setCode, "code")}
          error={problems.code ?? null}
          onAddressProblem={(problem) => form.setProblems({ target: problem })}
        />
        {!isReplacing && (
          <LoginPasswordInput
            value={password}
            error={problems.password}
            onValueChange={clearingProblems(form.setPassword, "password")}
          />
        )}
        {isReplacing && <Notice>{t("me.holdNote")}</Notice>}
        <Button tone="primary" block type="submit" busy={bind.isBusy}>
          {t(isReplacing ? words.replace : words.bind)}
        </Button>
      </Form>
      {bind.sheet}
    </Sheet>
  );
}
