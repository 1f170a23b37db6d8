import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { HOME } from "../../shell/routes.ts";
import { api, whyTurnedAway } from "../../shell/services.ts";

const ASK_EVERY_MS = 5_000;

/**
 * Asks whether the site is open again, as often as a person would press the button, and then goes home.
 * @returns what the operator says of it, also after a reload
 */
export function useReopening(isWaiting: boolean): string {
  const navigate = useNavigate();
  const [message, setMessage] = useState(whyTurnedAway);
  useEffect(() => {
    if (!isWaiting) return;
    let isGone = false;
    const ask = async (): Promise<boolean> => {
      // Without an answer there is nothing to say: the page says already that the site is closed.
      const [status] = await Promise.allSettled([api.call("siteStatus", {})]);
      if (status.status === "rejected" || isGone) return false;
      const { open_site, message: said } = status.value;
      if (open_site === 0 && said !== null) setMessage(said);
      return open_site === 1;
    };
    const goHome = async (): Promise<void> => {
      if (await ask()) await navigate(HOME, { replace: true });
    };
    // Who was turned away just now is not sent back at once; a page that is loaded anew may be of yesterday's closing.
    void (whyTurnedAway() === "" ? goHome() : ask());
    const timer = setInterval(() => void goHome(), ASK_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isWaiting, navigate]);
  return message;
}
