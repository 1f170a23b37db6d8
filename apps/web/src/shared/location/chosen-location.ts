import { create } from "zustand";
import type { Coordinates } from "./coordinates.ts";

/** An address and, if known, its coordinates. */
export interface ChosenLocation {
  readonly address: string;
  readonly at: Coordinates | null;
}

interface Store {
  /** Current location of the calling page. */
  readonly asked: ChosenLocation | null;
  /** The chosen location, until the calling page has read it. */
  readonly chosen: ChosenLocation | null;
  readonly ask: (asked: ChosenLocation | null) => void;
  readonly choose: (chosen: ChosenLocation | null) => void;
}

/** Kept in memory only: a home address must not be stored on the device. */
export const useChosenLocation = create<Store>((set) => ({
  asked: null,
  chosen: null,
  ask: (asked) => set({ asked }),
  choose: (chosen) => set({ chosen, asked: null }),
}));
