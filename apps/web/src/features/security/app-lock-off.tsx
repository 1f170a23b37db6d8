import { isSixDigits } from "@candor/text/account-rules";
import { areTrivialDigits } from "@candor/text/trivial-digits";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { hidePushDetails } from "../../data/push-privacy.ts";
import { useT } from "../../i18n/use-t.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import type { LockMinutes } from "../../shell/lock/lock-rules.ts";
import { followLock, setLock } from "../../shell/lock/lock-store.ts";
import { newLock } from "../../shell/lock/try-pin.ts";
import { useAppStore } from "../../state/app-store.ts";
import { markTabOpened } from "../../state/lock-record.ts";
import { LockMinutesChoice } from "./lock-minutes-choice.tsx";

interface Problems {
  readonly pin?: string;
  readonly again?: string;
}

const DEFAULT_MINUTES: LockMinutes = 5;

/** The lock is off: chooses a PIN and turns it on. */
export function AppLockOff({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const userId = useAppStore((state) => state.user?.id ?? "");
  const [minutes, setMinutes] = useState<LockMinutes>(DEFAULT_MINUTES);
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const submit = async () => {
    const found: Problems = {
      ...(!isSixDigits(pin) && { pin: t("lock.sixDigits") }),
      ...(areTrivialDigits(pin) && { pin: t("lock.obvious") }),
      ...(pin !== again && { again: t("lock.different") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const record = await newLock(userId, pin, minutes);
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
      <CodeInput
        label={t("lock.newPin")}
        secret
        value={pin}
        onValueChange={clearingProblems(setPin, "pin", "again")}
        error={problems.pin}
      />
      <CodeInput
        label={t("lock.repeatPin")}
        secret
        value={again}
        onValueChange={clearingProblems(setAgain, "again")}
        error={problems.again}
      />
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("lock.turnOn")}
      </Button>
    </Form>
  );
}
