import { MAX_NICKNAME } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";

interface Props {
  readonly nickname: string;
  readonly onClose: () => void;
}

/** Changes the user's display name. */
export function NicknameSheet({ nickname, onClose }: Props) {
  const t = useT();
  const [name, setName] = useState(nickname);
  const [problem, setProblem] = useState<string | null>(null);
  const profile = useAct("profile");
  const save = async () => {
    if (name.trim() === "") return setProblem(t("profile.nicknameEmpty"));
    const outcome = await profile.run({ nickname: name.trim() });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    await refresh("profile");
    showToast(t("profile.saved"), { kind: "success" });
    onClose();
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("profile.nickname")}>
      <Form className="stack-4" onSubmit={save}>
        <Input
          label={t("profile.nickname")}
          autoComplete="nickname"
          maxLength={MAX_NICKNAME}
          value={name}
          help={t("profile.nicknameHelp")}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
        <Button tone="primary" block type="submit" busy={profile.isBusy}>
          {t("profile.save")}
        </Button>
      </Form>
    </Sheet>
  );
}
