import { isSixDigits } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon, LockIcon } from "@candor/ui/page-icons.tsx";
import { answerWithPasskey, hasPasskeys } from "@candor/ui/passkeys";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { hidePushDetails } from "../../data/push-privacy.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";
import { LOCK_MINUTES, type LockMinutes } from "../../shell/lock/lock-rules.ts";
import { lockNow, setLock, useLock } from "../../shell/lock/lock-store.ts";
import { readLock } from "../../state/lock-record.ts";
import { AppLockChange } from "./app-lock-change.tsx";
import { LockMinutesChoice } from "./lock-minutes-choice.tsx";
import { usePinProof } from "./use-pin-proof.ts";

interface Props {
  readonly passkeys: number;
  readonly onClose: () => void;
}

/** The lock is on: its time, its passkey, and changing the PIN or turning the lock off with it. */
export function AppLockOn({ passkeys, onClose }: Props) {
  const t = useT();
  const record = useLock((state) => state.record);
  if (record === null) return null;
  const minutes = LOCK_MINUTES.find((each) => each === record.minutes) ?? LOCK_MINUTES[0];
  const setMinutes = (chosen: LockMinutes) => setLock({ ...record, minutes: chosen });
  return (
    <div className="stack-4">
      <Notice>{t("lock.limits")}</Notice>
      <LockMinutesChoice value={minutes} onValueChange={setMinutes} />
      <PasskeyChoice passkeys={passkeys} />
      <Button tone="line" block onClick={lockNow}>
        <LockIcon />
        {t("lock.now")}
      </Button>
      <ChangePin onDone={onClose} />
      <TurnOff onClose={onClose} />
    </div>
  );
}

/** Lets one of the account's passkeys unlock too: it must answer once to be chosen. */
function PasskeyChoice({ passkeys }: { readonly passkeys: number }) {
  const t = useT();
  const record = useLock((state) => state.record);
  const ask = useAct("passkey");
  const [problem, setProblem] = useState<string | null>(null);
  if (record === null || !hasPasskeys()) return null;
  if (record.passkey !== null) {
    return (
      <Button tone="line" block onClick={() => setLock({ ...record, passkey: null })}>
        {t("lock.passkeyOff")}
      </Button>
    );
  }
  if (passkeys === 0) return <p className="small muted">{t("lock.noPasskey")}</p>;
  const choose = async () => {
    setProblem(null);
    const asked = await ask.run({ action: "challenge" });
    if (asked === null) return;
    if (!asked.ok) return setProblem(messageOf(asked.error));
    const options = asked.reply.options ?? {};
    const outcome = await answerWithPasskey(options);
    if (!outcome.ok) return setProblem(t("lock.passkeyNotChosen"));
    // The question takes time, in which another tab may have locked, or changed or removed the lock.
    const latest = readLock();
    if (latest === null) return;
    const { rpId } = options;
    const passkey = {
      id: String(outcome.credential["id"]),
      rpId: typeof rpId === "string" ? rpId : undefined,
    };
    setLock({ ...latest, passkey });
    showToast(t("lock.passkeyIsOn"), { kind: "success" });
  };
  return (
    <>
      <Button tone="line" block busy={ask.isBusy} onClick={() => void choose()}>
        <FingerprintIcon />
        {t("lock.passkeyOn")}
      </Button>
      {problem !== null && (
        <Notice tone="down" announce>
          {problem}
        </Notice>
      )}
    </>
  );
}

/** Opens the form that changes the PIN. */
function ChangePin({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <AppLockChange onDone={onDone} />;
  return (
    <Button tone="line" block onClick={() => setOpen(true)}>
      {t("lock.changePin")}
    </Button>
  );
}

/** Asks for the PIN: a person who finds the app open must not be able to turn its lock off. */
function TurnOff({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const prove = usePinProof();
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (!isSixDigits(pin)) return setProblem(t("lock.sixDigits"));
    setBusy(true);
    const proof = await prove(pin);
    setBusy(false);
    setPin("");
    if (proof.is === "problem") return setProblem(proof.text);
    if (proof.is === "ended") return;
    setLock(null);
    await hidePushDetails(null);
    showToast(t("lock.isOff"), { kind: "success" });
    onClose();
  };
  return (
    <Form className="stack-4" onSubmit={submit}>
      <CodeInput
        label={t("lock.pin")}
        secret
        value={pin}
        onValueChange={(typed) => {
          setProblem(null);
          setPin(typed);
        }}
        error={problem}
      />
      <Button tone="danger" block type="submit" busy={isBusy}>
        {t("lock.turnOff")}
      </Button>
    </Form>
  );
}
