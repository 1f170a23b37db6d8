import { showToast } from "@candor/ui/toast-store";
import { useT } from "../../i18n/use-t.ts";
import { endLockedSession } from "../../shell/lock/end-locked-session.ts";
import { tryPin } from "../../shell/lock/try-pin.ts";

/** "ended": it was the last try, and this device is logged out. */
export type PinProof = { readonly is: "right" | "ended" } | { readonly is: "problem"; readonly text: string };

/** Returns a function that checks the PIN like the lock does: wrong ones wait, and the fifth ends the session. */
export function usePinProof(): (pin: string) => Promise<PinProof> {
  const t = useT();
  return async (pin) => {
    const outcome = await tryPin(pin);
    switch (outcome.is) {
      case "right":
        return { is: "right" };
      case "spent":
        await endLockedSession();
        showToast(t("lock.ended"));
        return { is: "ended" };
      case "wrong":
        return { is: "problem", text: t("lock.wrong", { count: outcome.left }) };
      case "waiting": {
        const count = Math.ceil((outcome.untilMs - Date.now()) / 1_000);
        return { is: "problem", text: t("lock.wait", { count }) };
      }
    }
  };
}
