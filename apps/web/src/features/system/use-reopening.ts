import { useEffect } from "react";
import { useNavigate } from "react-router";
import { HOME } from "../../shell/routes.ts";
import { api } from "../../shell/services.ts";

const ASK_EVERY_MS = 5_000;

/** Asks whether the site is open again, as often as a person would press the button, and then goes home. */
export function useReopening(isWaiting: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isWaiting) return;
    let isGone = false;
    const ask = async (): Promise<void> => {
      // Without an answer there is nothing to say: the page says already that the site is closed.
      const [status] = await Promise.allSettled([api.call("siteStatus", {})]);
      const isOpen = status.status === "fulfilled" && status.value.open_site === 1;
      if (isOpen && !isGone) await navigate(HOME, { replace: true });
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isWaiting, navigate]);
}
