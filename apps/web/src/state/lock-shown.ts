import { create } from "zustand";

/** Whether the lock replaces the app. The lock itself is loaded only where this device has one. */
export const useLockShown = create(() => false);
