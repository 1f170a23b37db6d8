import { useEffect, useState } from "react";
import type { Coordinates } from "../../shared/location/coordinates.ts";

/** After this long a device is unlikely to find its position. */
const TIMEOUT_MS = 15_000;
/** A position from the last minute is recent enough. */
const FRESH_MS = 60_000;

/**
 * "unsupported": the browser has no geolocation or the connection is insecure. "denied": blocked in the browser's
 * settings, where only the user can allow it again.
 */
type PositionState = "ready" | "asking" | "denied" | "unavailable" | "unsupported";

export interface DevicePosition {
  readonly state: PositionState;
  readonly ask: () => void;
}

const isSupported = (): boolean => window.isSecureContext && "geolocation" in navigator;

/** Reads the device's position, only on the user's request. */
export function usePosition(onFound: (position: Coordinates) => void): DevicePosition {
  const [state, setState] = useState<PositionState>(() => (isSupported() ? "ready" : "unsupported"));
  useEffect(() => {
    if (!isSupported() || !("permissions" in navigator)) return undefined;
    let status: PermissionStatus | undefined;
    let isUnmounted = false;
    const follow = () => setState(status?.state === "denied" ? "denied" : "ready");
    const watch = async () => {
      const found = await navigator.permissions.query({ name: "geolocation" });
      if (isUnmounted) return;
      status = found;
      if (found.state === "denied") setState("denied");
      found.addEventListener("change", follow);
    };
    void watch();
    return () => {
      isUnmounted = true;
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
