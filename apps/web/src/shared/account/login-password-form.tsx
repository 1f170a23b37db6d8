import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useCall } from "../../shell/use-call.ts";
import { useProblems } from "../../shell/use-problems.ts";
import { NewPassword } from "./new-password.tsx";
import { OwnCodeField } from "./own-code-field.tsx";
import { isCode, PASSWORD_FIELD_LENGTH } from "./rules.ts";
import { useGuardedAct } from "./use-guarded-act.tsx";
import { passwordProblem, usePasswordRule } from "./use-password-rule.ts";

/** How the user proves ownership: with the old password or a code to a bound contact. */
export type Proof = "old" | "code";

interface Problems {
  readonly proof?: string;
  readonly password?: string;
  readonly repeat?: string;
}

const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.passwordEmpty": "password",
  "user.passwordFormat": "password",
  "user.passwordFormatLong": "password",
  "user.passwordBreached": "password",
  "user.passwordUnchanged": "password",
  "user.passwordsDiffer": "repeat",
};

interface Props {
  readonly proof: Proof;
  readonly onDone: () => void;
}

function useLoginPasswordForm({ proof, onDone }: Props) {
  const t = useT();
  const rule = usePasswordRule();
  const [old, setOld] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const { problems, setProblems, answering } = useProblems<Problems>({});
  const reset = useGuardedAct("resetPassword");
  const keys = useCall("apiKey", { action: "list" }).data?.list ?? [];
  const [endApiKeys, setEndApiKeys] = useState(false);
  const submit = async () => {
    const isProved = proof === "old" ? old !== "" : isCode(code);
    const wrongPassword = passwordProblem(password, rule, t);
    const found: Problems = {
      ...(!isProved && { proof: proof === "old" ? t("me.oldPasswordEmpty") : t("login.codeFormat") }),
      ...(wrongPassword !== undefined && { password: wrongPassword }),
      ...(password !== repeat && { repeat: t("login.passwordsDiffer") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await reset.run({
      kind: "login",
      ...(proof === "old" ? { oldPassword: old } : { code }),
      newPassword: password,
      repeatPassword: repeat,
      ...(keys.length > 0 && { endApiKeys }),
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [FIELDS[outcome.error.error] ?? "proof"]: messageOf(outcome.error) });
    showToast(t("me.saved"), { kind: "success" });
    void refresh("profile", "sessions", "apiKey", "passkey");
    onDone();
  };
  return {
    old,
    setOld,
    code,
    setCode,
    password,
    setPassword,
    repeat,
    setRepeat,
    endApiKeys,
    setEndApiKeys,
    problems,
    answering,
    keys,
    reset,
    submit,
  };
}

/** Changes the login password, confirmed by the old one or by a code. */
export function LoginPasswordForm(props: Props) {
  const { proof } = props;
  const t = useT();
  const form = useLoginPasswordForm(props);
  const { old, code, password, repeat, endApiKeys, problems, answering, keys, reset } = form;
  return (
    <>
      <Form className="stack-4" onSubmit={form.submit}>
        {proof === "old" ? (
          <PasswordInput
            label={t("me.byOldPassword")}
            autoComplete="current-password"
            maxLength={PASSWORD_FIELD_LENGTH}
            value={old}
            onChange={(event) => answering(form.setOld, "proof")(event.target.value)}
            error={problems.proof}
          />
        ) : (
          <OwnCodeField
            event="reset"
            value={code}
            onValueChange={answering(form.setCode, "proof")}
            error={problems.proof ?? null}
          />
        )}
        <NewPassword
          label={t("me.newPassword")}
          repeatLabel={t("me.repeatPassword")}
          password={password}
          onPassword={answering(form.setPassword, "password", "repeat")}
          repeat={repeat}
          onRepeat={answering(form.setRepeat, "repeat")}
          error={problems.password ?? null}
          repeatError={problems.repeat ?? null}
        />
        <Notice>
          {t("me.otherDevicesNote")} {t("me.holdNote")}
        </Notice>
        {keys.length > 0 && proof === "old" && (
          <Checkbox
            label={t("security.endKeysToo", { count: keys.length })}
            checked={endApiKeys}
            onCheckedChange={form.setEndApiKeys}
          />
        )}
        <Button tone="primary" block type="submit" busy={reset.isBusy}>
          {t("me.save")}
        </Button>
      </Form>
      {reset.sheet}
    </>
  );
}
