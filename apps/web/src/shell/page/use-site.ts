import { useEffect } from "react";
import { appState } from "../../state/app-store.ts";
import { useCall } from "../calls/use-call.ts";
import { denyAccess } from "../services/services.ts";

const REFETCH_MS = 60_000;

/** Stores the site's settings: mode, mailbox, open or closed. */
export function useSite(): void {
  const { data: home } = useCall("home", {}, { refetchEveryMs: REFETCH_MS });
  useEffect(() => {
    if (home === undefined) return;
    const { siteData } = home;
    appState().set({ siteData });
    if (siteData.open_site === 0) denyAccess("closed", siteData.closedMessage ?? "");
  }, [home]);
}
