/** Storage key of this device's lock, shared by all tabs. */
export const LOCK_KEY = "candor-lock";
