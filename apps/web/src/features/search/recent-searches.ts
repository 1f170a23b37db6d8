import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { RECENT_SEARCHES, safeStorage } from "../../state/safe-storage.ts";

const MOST = 8;

interface RecentSearches {
  /** Newest first. */
  readonly texts: readonly string[];
  /** Owner of the entries; "" for visitors. */
  readonly userId: string;
  add: (text: string) => void;
  clear: () => void;
  /** Clears the searches of another user. */
  belongTo: (userId: string) => void;
}

/** Successful searches on this device: stored locally and only for the user who made them. */
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
      storage: createJSONStorage(() => safeStorage),
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
