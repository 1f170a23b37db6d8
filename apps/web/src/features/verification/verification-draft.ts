import { create } from "zustand";

/** An uploaded picture: the reference to submit and its preview. */
export interface DraftPhoto {
  readonly reference: string;
  readonly shownAt: string;
}

export interface Draft {
  /** Owner: another user's session must not see the draft. */
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

/** The entered data, so that opening the map does not lose it. Memory only: these are identity documents. */
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

export function useDraft(userId: string): OwnDraft {
  const { draft, change, forget } = useDraftStore();
  return {
    draft: draft.userId === userId ? draft : EMPTY,
    change: (part) => change(userId, part),
    forget,
  };
}
