import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";

export interface ProfileTextSheetProps {
  readonly field: "nickname" | "antiPhishingCode";
  readonly value: string | null;
  readonly label: string;
  readonly note?: string;
  readonly help: string;
  /** Shown when it is saved without a text. */
  readonly emptyProblem: string;
  readonly maxLength: number;
  readonly autoComplete: "nickname" | "off";
  /** If set, a text that is there can be removed. */
  readonly removeLabel?: string;
  readonly onClose: () => void;
}

/** Changes one text of the user's profile. */
export function ProfileTextSheet(props: ProfileTextSheetProps) {
  const { field, value, label, note, help, emptyProblem, maxLength, autoComplete, removeLabel, onClose } =
    props;
  const t = useT();
  const [text, setText] = useState(value ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const profile = useAct("profile");
  const save = async (next: string | null) => {
    if (next === "") return setProblem(emptyProblem);
    const outcome = await profile.run({ [field]: next });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    await refresh("profile");
    showToast(t("profile.saved"), { kind: "success" });
    onClose();
  };
  return (
    <Sheet open onOpenChange={onClose} title={label} {...(note !== undefined && { description: note })}>
      <Form className="stack-4" onSubmit={() => save(text.trim())}>
        <Input
          label={label}
          autoComplete={autoComplete}
          maxLength={maxLength}
          value={text}
          help={help}
          error={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <Button tone="primary" block type="submit" busy={profile.isBusy}>
          {t("profile.save")}
        </Button>
        {removeLabel !== undefined && value !== null && (
          <Button tone="line" block onClick={() => void save(null)}>
            {removeLabel}
          </Button>
        )}
      </Form>
    </Sheet>
  );
}
