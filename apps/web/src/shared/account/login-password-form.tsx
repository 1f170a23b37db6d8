import { isSixDigits } from "@candor/text/account-rules";
import { PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { refresh, useCall } from "../../shell/calls/use-call.ts";
import { NewPassword } from "./new-password.tsx";
import { OwnCodeField } from "./own-code-field.tsx";
import { PASSWORD_FIELD_LENGTH } from "./rules.ts";
import { usePasswordChange } from "./use-password-change.tsx";
import { passwordProblem, usePasswordRule } from "./use-password-rule.ts";

interface Props {
  readonly proof: "old" | "code";
  readonly onDone: () => void;
}

/** Changes the login password, confirmed by the old one or by a code. */
export function LoginPasswordForm({ proof, onDone }: Props) {
  const t = useT();
  const rule = usePasswordRule();
  const keys = useCall("apiKey", { action: "list" }).data?.list ?? [];
  const [endApiKeys, setEndApiKeys] = useState(false);
  const proofProblem = (given: string): string | undefined => {
    if (proof === "old") return given === "" ? t("me.oldPasswordEmpty") : undefined;
    return isSixDigits(given) ? undefined : t("login.codeFormat");
  };
  const form = usePasswordChange({
    kind: "login",
    proof,
    proofProblem,
    passwordProblem: (password) => passwordProblem(password, rule, t),
    ...(keys.length > 0 && { also: { endApiKeys } }),
    onChanged: () => void refresh("profile", "sessions", "apiKey", "passkey"),
    onDone,
  });
  return form.frame(
    <>
      {proof === "old" ? (
        <PasswordInput
          label={t("me.byOldPassword")}
          autoComplete="current-password"
          maxLength={PASSWORD_FIELD_LENGTH}
          value={form.proof.value}
          onChange={(event) => form.proof.onValueChange(event.target.value)}
          error={form.proof.error}
        />
      ) : (
        <OwnCodeField event="reset" {...form.proof} />
      )}
      <NewPassword
        label={t("me.newPassword")}
        repeatLabel={t("me.repeatPassword")}
        password={form.password.value}
        onPassword={form.password.onValueChange}
        repeat={form.repeat.value}
        onRepeat={form.repeat.onValueChange}
        error={form.password.error}
        repeatError={form.repeat.error}
      />
      <Notice>
        {t("me.otherDevicesNote")} {t("me.holdNote")}
      </Notice>
      {keys.length > 0 && proof === "old" && (
        <Checkbox
          label={t("security.endKeysToo", { count: keys.length })}
          checked={endApiKeys}
          onCheckedChange={setEndApiKeys}
        />
      )}
    </>,
  );
}
