import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type ApiKey, nameOfKey } from "../../shared/account/api-key.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

interface Props {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Removes a key: requests signed with it are rejected from then on. */
export function RemoveKeySheet({ apiKey, onClose }: Props) {
  const t = useT();
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<{ readonly password?: string }>({});
  const act = useGuardedAct("apiKey");
  const remove = async () => {
    if (password === "") return setProblems({ password: t("login.passwordEmpty") });
    const outcome = await act.run({ action: "remove", apiKeyId: apiKey.apiKeyId, password });
    if (outcome === null) return;
    if (!outcome.ok) return setProblems({ password: messageOf(outcome.error) });
    await refresh("apiKey");
    showToast(t("keys.removed"), { kind: "success" });
    onClose();
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("keys.remove")}>
      <Form className="stack-4" onSubmit={remove}>
        <Notice tone="warn">{t("keys.removeNote", { name: nameOfKey(apiKey) })}</Notice>
        <LoginPasswordInput
          value={password}
          error={problems.password}
          onValueChange={clearingProblems(setPassword, "password")}
        />
        <Button tone="danger" block type="submit" busy={act.isBusy}>
          {t("keys.remove")}
        </Button>
      </Form>
      {act.sheet}
    </Sheet>
  );
}
