import type { PersistedState } from "./app-state.ts";
import { STORAGE_KEY, useAppStore } from "./app-store.ts";
import { fromStoredState, type StoredState } from "./legacy-stored-state.ts";

/** Device settings; the rest of the stored state is separate per tab. */
const SETTINGS = [
  "lang",
  "isNight",
  "followsSystem",
  "background",
  "upIsRed",
  "colorBlind",
  "letters",
  "isCompact",
  "balancesHidden",
  "gettingStartedHidden",
  "contractsUnasked",
  "optionsUnasked",
] as const satisfies readonly (keyof PersistedState)[];

const stateIn = (text: string | null): Partial<PersistedState> =>
  fromStoredState((JSON.parse(text ?? "{}") as { readonly state?: Partial<StoredState> }).state ?? {});

/** Applies settings changed in one tab to all tabs. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORAGE_KEY) return;
    // Read the current value instead of the event's: tabs that write simultaneously end up the same.
    const theirs = stateIn(localStorage.getItem(STORAGE_KEY));
    const ours = useAppStore.getState();
    const changes = SETTINGS.filter((name) => theirs[name] !== undefined && theirs[name] !== ours[name]);
    if (changes.length > 0) ours.set(Object.fromEntries(changes.map((name) => [name, theirs[name]])));
  });
}
