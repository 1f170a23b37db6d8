import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { hidePushDetails } from "../../data/push-privacy.ts";
import { useT } from "../../i18n/use-t.ts";
import type { LockMinutes } from "../../shell/lock/lock-rules.ts";
import { followLock, setLock } from "../../shell/lock/lock-store.ts";
import { newLock } from "../../shell/lock/try-pin.ts";
import { useAppStore } from "../../state/app-store.ts";
import { markTabOpened } from "../../state/lock-record.ts";
import { LockMinutesChoice } from "./lock-minutes-choice.tsx";
import { NewPinFields } from "./new-pin-fields.tsx";
import { useNewPin } from "./use-new-pin.ts";

const DEFAULT_MINUTES: LockMinutes = 5;

/** The lock is off: chooses a PIN and turns it on. */
export function AppLockOff({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const userId = useAppStore((state) => state.user?.id ?? "");
  const [minutes, setMinutes] = useState<LockMinutes>(DEFAULT_MINUTES);
  const next = useNewPin();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (!next.check()) return;
    setBusy(true);
    const record = await newLock(userId, next.pin, minutes);
    markTabOpened(userId);
    followLock();
    setLock(record);
    await hidePushDetails(t("lock.hiddenNotice"));
    showToast(t("lock.isOn"), { kind: "success" });
    onDone();
  };
  return (
    <Form className="stack-4" onSubmit={submit}>
      <Notice>{t("lock.limits")}</Notice>
      <LockMinutesChoice value={minutes} onValueChange={setMinutes} />
      <NewPinFields {...next.fields} />
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("lock.turnOn")}
      </Button>
    </Form>
  );
}
