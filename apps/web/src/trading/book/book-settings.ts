import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { safeStorage } from "../../state/safe-storage.ts";

export const BOOK_SIDES = ["both", "bids", "asks"] as const;
export type BookSides = (typeof BOOK_SIDES)[number];

interface BookSettings {
  readonly sides: BookSides;
  setSides: (sides: BookSides) => void;
}

/** Visible sides of the book, for all markets, stored on this device. */
export const useBookSettings = create<BookSettings>()(
  persist((set) => ({ sides: "both", setSides: (sides) => set({ sides }) }), {
    name: "candor-book",
    storage: createJSONStorage(() => safeStorage),
    // Ignore a stored choice that this version does not know.
    merge: (kept, current) => {
      const sides = BOOK_SIDES.find((each) => each === (kept as Partial<BookSettings> | undefined)?.sides);
      return sides === undefined ? current : { ...current, sides };
    },
    partialize: ({ sides }) => ({ sides }),
  }),
);
