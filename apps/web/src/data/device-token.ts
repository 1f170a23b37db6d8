/** Outlives sessions, and all tabs share it; so it is not part of the state that each tab writes as a whole. */
const STORAGE_KEY = "candor-device";

/** By which the server knows a device that logged in before: strangers' wrong tries never keep it out. */
export interface DeviceToken {
  /** "": this device has none. */
  get(): string;
  keep(token: string): void;
}

/** In the browser's storage; without it the device is a new one each time. */
export function storedDeviceToken(storage: () => Storage = () => localStorage): DeviceToken {
  return {
    get: () => {
      try {
        return storage().getItem(STORAGE_KEY) ?? "";
      } catch {
        return ""; // Some browsers do not allow any storage.
      }
    },
    keep: (token) => {
      try {
        storage().setItem(STORAGE_KEY, token);
      } catch {
        // A full store, or none: the next login gets another token.
      }
    },
  };
}
