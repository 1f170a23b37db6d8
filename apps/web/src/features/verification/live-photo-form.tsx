import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";
import { PhotoField } from "./photo-field.tsx";
import type { OwnDraft } from "./verification-draft.ts";

/** Level 2: a current photo of the person. */
export function LivePhotoForm({ own }: { readonly own: OwnDraft }) {
  const t = useT();
  const { draft, change, forget } = own;
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct("verification");
  const submit = async () => {
    if (draft.photoLive === null) return setProblem(t("verify.photoMissing"));
    setProblem(null);
    const outcome = await act.run({ level: 2, photoLive: draft.photoLive.reference });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    forget();
    await refresh("verification", "profile");
  };
  return (
    <Form className="panel stack-4" onSubmit={submit}>
      <p>{t("verify.liveNote")}</p>
      <PhotoField
        label={t("verify.photoLive")}
        photo={draft.photoLive}
        error={problem}
        isLive
        onPhoto={(photoLive) => {
          change({ photoLive });
          setProblem(null);
        }}
      />
      <Notice>{t("verify.privacy")}</Notice>
      <Button tone="primary" block type="submit" busy={act.isBusy}>
        {t("verify.submit")}
      </Button>
    </Form>
  );
}
