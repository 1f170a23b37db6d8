import { create } from "zustand";
import type { Coordinates } from "./coordinates.ts";

/** An address and, when it is known, its place on the map. */
export interface ChosenLocation {
  readonly address: string;
  readonly at: Coordinates | null;
}

interface Store {
  /** What the page that asks has so far. */
  readonly asked: ChosenLocation | null;
  /** What was chosen, until the page that asked has taken it. */
  readonly chosen: ChosenLocation | null;
  readonly ask: (asked: ChosenLocation | null) => void;
  readonly choose: (chosen: ChosenLocation | null) => void;
}

/** Kept in memory only: where somebody lives is nothing to leave behind on a device. */
export const useChosenLocation = create<Store>((set) => ({
  asked: null,
  chosen: null,
  ask: (asked) => set({ asked }),
  choose: (chosen) => set({ chosen, asked: null }),
}));
