import { isSixDigits } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { setLock } from "../../shell/lock/lock-store.ts";
import { newLock } from "../../shell/lock/try-pin.ts";
import { readLock } from "../../state/lock-record.ts";
import { NewPinFields } from "./new-pin-fields.tsx";
import { useNewPin } from "./use-new-pin.ts";
import { usePinProof } from "./use-pin-proof.ts";

/** Replaces the PIN after asking for the current one; time and passkey stay as they are. */
export function AppLockChange({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const prove = usePinProof();
  const next = useNewPin();
  const [old, setOld] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async () => {
    const proof = await prove(old);
    setOld("");
    if (proof.is === "problem") return setProblem(proof.text);
    const record = readLock();
    if (proof.is === "ended" || record === null) return;
    const changed = await newLock(record.userId, next.pin, record.minutes);
    // Another tab may have locked meanwhile, or changed or removed the lock.
    const latest = readLock();
    if (latest === null) return;
    const { minutes, passkey, isLocked } = latest;
    setLock({ ...changed, minutes, passkey, isLocked });
    showToast(t("lock.pinChanged"), { kind: "success" });
    onDone();
  };
  const submit = async () => {
    const isNewSound = next.check();
    if (!isSixDigits(old)) return setProblem(t("lock.sixDigits"));
    if (!isNewSound) return;
    setBusy(true);
    await change();
    setBusy(false);
  };
  return (
    <Form className="stack-4" onSubmit={submit}>
      <CodeInput
        label={t("lock.oldPin")}
        secret
        value={old}
        onValueChange={(typed) => {
          setProblem(null);
          setOld(typed);
        }}
        error={problem}
      />
      <NewPinFields {...next.fields} />
      <Button tone="primary" block type="submit" busy={isBusy}>
        {t("lock.changePin")}
      </Button>
    </Form>
  );
}
