import { hidePushDetails } from "../../data/push-privacy.ts";
import { api, endSession, logOutWith } from "../services/services.ts";
import { setLock } from "./lock-store.ts";

/** Logs this device out and removes its lock. The session ends here even if the server does not answer. */
export function endLockedSession(): Promise<void> {
  return logOutWith(async () => {
    await Promise.allSettled([api.call("logout", {}), hidePushDetails(null)]);
    endSession();
    setLock(null);
  });
}
