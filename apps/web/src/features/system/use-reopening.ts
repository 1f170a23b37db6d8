import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { HOME } from "../../shell/routing/routes.ts";
import { api, denialMessage } from "../../shell/services/services.ts";

const ASK_EVERY_MS = 5_000;

/**
 * Polls whether the site is open again, then goes to the home page.
 * @returns the operator's message, even after a reload
 */
export function useReopening(isWaiting: boolean): string {
  const navigate = useNavigate();
  const [message, setMessage] = useState(denialMessage);
  useEffect(() => {
    if (!isWaiting) return;
    let isUnmounted = false;
    const ask = async (): Promise<boolean> => {
      // Nothing to show on failure: the page already says that the site is closed.
      const [status] = await Promise.allSettled([api.call("siteStatus", {})]);
      if (status.status === "rejected" || isUnmounted) return false;
      const { open_site, message: said } = status.value;
      if (open_site === 0 && said !== null) setMessage(said);
      return open_site === 1;
    };
    const goHome = async (): Promise<void> => {
      if (await ask()) await navigate(HOME, { replace: true });
    };
    // Do not go home at once after being turned away; but a reloaded page may show an old closure.
    void (denialMessage() === "" ? goHome() : ask());
    const timer = setInterval(() => void goHome(), ASK_EVERY_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, [isWaiting, navigate]);
  return message;
}
