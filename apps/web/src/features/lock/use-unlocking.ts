import { showToast } from "@candor/ui/toast-store";
import { useState, useSyncExternalStore } from "react";
import { useT } from "../../i18n/use-t.ts";
import { endLockedSession } from "../../shell/lock/end-locked-session.ts";
import { unlock, useLock } from "../../shell/lock/lock-store.ts";
import { tryPin } from "../../shell/lock/try-pin.ts";

const SECOND_MS = 1_000;
/** Shorter than a second, so that the field opens soon after the wait. */
const CHECK_MS = 250;

function subscribeToTime(changed: () => void): () => void {
  const timer = setInterval(changed, CHECK_MS);
  return () => clearInterval(timer);
}

/** Seconds until the next PIN may be tried; 0 if now. Counts from the present also when a wait begins later. */
function useWaitSeconds(untilMs: number): number {
  return useSyncExternalStore(subscribeToTime, () =>
    Math.max(0, Math.ceil((untilMs - Date.now()) / SECOND_MS)),
  );
}

/** State of the lock screen: the PIN typed, what was wrong with it, and logging out. */
export function useUnlocking() {
  const t = useT();
  const record = useLock((state) => state.record);
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const waitSeconds = useWaitSeconds(isBusy ? 0 : (record?.waitUntilMs ?? 0));
  const leave = async () => {
    await endLockedSession();
    showToast(t("lock.ended"));
  };
  const tryNow = async (typed: string) => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await tryPin(typed);
    setBusy(false);
    setPin("");
    if (outcome.is === "right") return unlock();
    if (outcome.is === "spent") return await leave();
    setProblem(outcome.is === "wrong" ? t("lock.wrong", { count: outcome.left }) : null);
  };
  const change = (typed: string) => {
    setProblem(null);
    setPin(typed);
  };
  return {
    pin,
    change,
    problem,
    isBusy,
    waitSeconds,
    tryNow,
    leave,
  };
}
