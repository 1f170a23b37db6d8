import { MAX_ANTI_PHISHING_CODE } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";

interface Props {
  readonly code: string | null;
  readonly onClose: () => void;
}

/** The user's own word, included in every genuine mail but in no forged one. */
export function AntiPhishingSheet({ code, onClose }: Props) {
  const t = useT();
  const [text, setText] = useState(code ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const profile = useAct("profile");
  const save = async (next: string | null) => {
    if (next === "") return setProblem(t("security.antiPhishingEmpty"));
    const outcome = await profile.run({ antiPhishingCode: next });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    await refresh("profile");
    showToast(t("profile.saved"), { kind: "success" });
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("security.antiPhishing")}
      description={t("security.antiPhishingNote")}
    >
      <Form className="stack-4" onSubmit={() => save(text.trim())}>
        <Input
          label={t("security.antiPhishing")}
          autoComplete="off"
          maxLength={MAX_ANTI_PHISHING_CODE}
          value={text}
          help={t("security.antiPhishingHelp")}
          error={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <Button tone="primary" block type="submit" busy={profile.isBusy}>
          {t("profile.save")}
        </Button>
        {code !== null && (
          <Button tone="line" block onClick={() => void save(null)}>
            {t("security.remove")}
          </Button>
        )}
      </Form>
    </Sheet>
  );
}
