import { create } from "zustand";

/** A picture that has been handed in: what the form sends, and what the page shows of it. */
export interface DraftPhoto {
  readonly reference: string;
  readonly shownAt: string;
}

export interface Draft {
  /** Whose it is: another user's session must not find it. */
  readonly userId: string;
  readonly country: string;
  readonly fullName: string;
  readonly idNumber: string;
  readonly address: string;
  readonly photoFront: DraftPhoto | null;
  readonly photoBack: DraftPhoto | null;
  readonly photoLive: DraftPhoto | null;
}

const EMPTY: Draft = {
  userId: "",
  country: "",
  fullName: "",
  idNumber: "",
  address: "",
  photoFront: null,
  photoBack: null,
  photoLive: null,
};

interface Store {
  readonly draft: Draft;
  readonly change: (userId: string, change: Partial<Draft>) => void;
  readonly forget: () => void;
}

/** What was filled in, so that a look at the map does not lose it. In memory only: these are people's papers. */
const useDraftStore = create<Store>((set) => ({
  draft: EMPTY,
  change: (userId, change) =>
    set(({ draft }) => ({ draft: { ...(draft.userId === userId ? draft : EMPTY), ...change, userId } })),
  forget: () => set({ draft: EMPTY }),
}));

export interface OwnDraft {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  readonly forget: () => void;
}

/** The draft of one user. */
export function useDraft(userId: string): OwnDraft {
  const { draft, change, forget } = useDraftStore();
  return {
    draft: draft.userId === userId ? draft : EMPTY,
    change: (part) => change(userId, part),
    forget,
  };
}
