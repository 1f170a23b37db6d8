import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ConnectionState } from "../../data/socket-client.ts";
import { socket } from "../services/services.ts";

/** Shorter gaps are not reported. */
const NOTICE_AFTER_MS = 1_500;

export const useConnection = (): ConnectionState =>
  useSyncExternalStore(socket.subscribe, socket.getSnapshot);

/** Marks the page's figures as stale while no data arrives. */
export function useStaleMark(): void {
  const isOld = useConnection() !== "live";
  useEffect(() => {
    const { dataset } = document.documentElement;
    const timer = setTimeout(() => (dataset["old"] = ""), navigator.onLine ? NOTICE_AFTER_MS : 0);
    if (!isOld) clearTimeout(timer);
    return () => {
      clearTimeout(timer);
      delete dataset["old"];
    };
  }, [isOld]);
}

export type ConnectionNotice = "none" | "lost" | "back";
const BACK_FOR_MS = 2_000;

/** State of the banner: hidden, connection lost, or briefly connected again. */
export function useConnectionNotice(): ConnectionNotice {
  const state = useConnection();
  const [notice, setNotice] = useState<ConnectionNotice>("none");
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === "reconnecting") {
      const tell = () => {
        wasLost.current = true;
        setNotice("lost");
      };
      // Without a network there is no point in waiting.
      const timer = setTimeout(tell, navigator.onLine ? NOTICE_AFTER_MS : 0);
      return () => clearTimeout(timer);
    }
    if (!wasLost.current) return undefined;
    wasLost.current = false;
    setNotice("back");
    const timer = setTimeout(() => setNotice("none"), BACK_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return notice;
}
