import { Sheet } from "@candor/ui/sheet.tsx";
import { useEffect } from "react";
import { useT } from "../../i18n/use-t.ts";
import { checkLockPasskey } from "../../shell/lock/lock-passkey.ts";
import { useLock } from "../../shell/lock/lock-store.ts";
import { canLock } from "../../shell/lock/pin-hash.ts";
import { useAppStore } from "../../state/app-store.ts";
import { AppLockOff } from "./app-lock-off.tsx";
import { AppLockOn } from "./app-lock-on.tsx";

interface Props {
  readonly passkeys: number;
  readonly onClose: () => void;
}

/** Sets up, changes or turns off the lock of this device. */
export function AppLockSheet({ passkeys, onClose }: Props) {
  const t = useT();
  const userId = useAppStore((state) => state.user?.id);
  const hasLock = useLock(({ record }) => record !== null && record.userId === userId);
  // The owner may have removed its passkey on another device.
  useEffect(() => {
    if (hasLock) void checkLockPasskey();
  }, [hasLock]);
  return (
    <Sheet open onOpenChange={onClose} title={t("lock.title")} description={t("lock.about")}>
      {!canLock() && <p className="muted">{t("lock.insecure")}</p>}
      {canLock() &&
        (hasLock ? <AppLockOn passkeys={passkeys} onClose={onClose} /> : <AppLockOff onDone={onClose} />)}
    </Sheet>
  );
}
