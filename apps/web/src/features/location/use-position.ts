import { useEffect, useState } from "react";
import type { Coordinates } from "./coordinates.ts";

/** A device that has not found itself by then does not. */
const TIMEOUT_MS = 15_000;
/** A fix of the last minute is as good as a new one. */
const FRESH_MS = 60_000;

/**
 * "unsupported": this browser, or a connection that is not secure. "denied": forbidden in the browser's settings; only
 * there it can be allowed again.
 */
export type PositionState = "ready" | "asking" | "denied" | "unavailable" | "unsupported";

export interface DevicePosition {
  readonly state: PositionState;
  readonly ask: () => void;
}

const isSupported = (): boolean => window.isSecureContext && "geolocation" in navigator;

/** Asks the device where it is, when the reader asks for it and never before. */
export function usePosition(onFound: (position: Coordinates) => void): DevicePosition {
  const [state, setState] = useState<PositionState>(() => (isSupported() ? "ready" : "unsupported"));
  useEffect(() => {
    if (!isSupported() || !("permissions" in navigator)) return undefined;
    let status: PermissionStatus | undefined;
    let isGone = false;
    const follow = () => setState(status?.state === "denied" ? "denied" : "ready");
    const watch = async () => {
      const found = await navigator.permissions.query({ name: "geolocation" });
      if (isGone) return;
      status = found;
      if (found.state === "denied") setState("denied");
      found.addEventListener("change", follow);
    };
    void watch();
    return () => {
      isGone = true;
      status?.removeEventListener("change", follow);
    };
  }, []);
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("ready");
        onFound({ latitude: coords.latitude, longitude: coords.longitude });
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    );
  };
  return { state, ask };
}
