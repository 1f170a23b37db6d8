import { useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { provePasskey } from "../../shell/lock/local-passkey.ts";
import { checkLockPasskey, type PasskeyCheck } from "../../shell/lock/lock-passkey.ts";
import { unlock, useLock } from "../../shell/lock/lock-store.ts";
import { readLock } from "../../state/lock-record.ts";

/**
 * Unlocking with the passkey: the device asks its owner, and the server says whether the account still has the passkey.
 * Without the server only the PIN unlocks, or cutting the connection would let a removed passkey unlock.
 */
export function usePasskeyUnlocking() {
  const t = useT();
  const passkey = useLock(({ record }) => record?.passkey ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasPasskey = passkey !== null;
  useEffect(() => {
    const check = async () => {
      if ((await checkLockPasskey()) === "removed") setProblem(t("lock.passkeyRemoved"));
    };
    if (hasPasskey) void check();
  }, [hasPasskey, t]);
  const problemOf = (check: PasskeyCheck, isProven: boolean, id: string): string | null => {
    if (check === "removed") return t("lock.passkeyRemoved");
    if (!isProven) return t("lock.passkeyNotConfirmed");
    if (check === "unchecked") return t("lock.passkeyUnchecked");
    // Another tab may have turned it off.
    return readLock()?.passkey?.id === id ? null : t("lock.passkeyRemoved");
  };
  const tryPasskey = async () => {
    if (passkey === null || isBusy) return;
    setProblem(null);
    setBusy(true);
    const [check, answer] = await Promise.all([checkLockPasskey(), provePasskey(passkey)]);
    setBusy(false);
    const found = problemOf(check, answer === "proven", passkey.id);
    setProblem(found);
    if (found === null) unlock();
  };
  return { hasPasskey, problem, isBusy, tryPasskey };
}
