import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { RECENT_SEARCHES, triedStorage } from "../../state/tried-storage.ts";

const MOST = 8;

interface RecentSearches {
  /** Newest first. */
  readonly texts: readonly string[];
  /** Whose they are; "": a visitor's. */
  readonly userId: string;
  add: (text: string) => void;
  clear: () => void;
  /** Forgets what somebody else searched for. */
  belongTo: (userId: string) => void;
}

/** What was searched for on this device and led somewhere: kept here alone, and for nobody but who searched. */
export const useRecentSearches = create<RecentSearches>()(
  persist(
    (set) => ({
      texts: [],
      userId: "",
      add: (text) =>
        set(({ texts }) => ({ texts: [text, ...texts.filter((each) => each !== text)].slice(0, MOST) })),
      clear: () => set({ texts: [] }),
      belongTo: (userId) => set((kept) => (kept.userId === userId ? kept : { userId, texts: [] })),
    }),
    {
      name: RECENT_SEARCHES,
      version: 1,
      storage: createJSONStorage(() => triedStorage),
      partialize: ({ texts, userId }) => ({ texts, userId }),
      merge: (kept, current) => {
        const { texts, userId } = (kept ?? {}) as Partial<Record<"texts" | "userId", unknown>>;
        return {
          ...current,
          userId: typeof userId === "string" ? userId : "",
          texts: Array.isArray(texts)
            ? texts.filter((each): each is string => typeof each === "string").slice(0, MOST)
            : [],
        };
      },
    },
  ),
);
