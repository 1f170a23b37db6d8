import type { PersistedState } from "./app-state.ts";
import { STORAGE_KEY, useAppStore } from "./app-store.ts";

/** What the user chose for this device; the rest of the kept state is each tab's own. */
const SETTINGS = [
  "lang",
  "langLabel",
  "langFlag",
  "huyan",
  "followsSystem",
  "background",
  "main",
  "content",
  "upIsRed",
  "colorBlind",
  "balancesHidden",
  "gettingStartedHidden",
] as const satisfies readonly (keyof PersistedState)[];

type Kept = Partial<PersistedState>;

const stateIn = (text: string | null): Kept =>
  text === null ? {} : ((JSON.parse(text) as { readonly state?: Kept }).state ?? {});

/** What is chosen in one tab holds in all of them at once. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORAGE_KEY) return;
    // What stands there now, not what was written then: tabs that write at once end with the same.
    const theirs = stateIn(localStorage.getItem(STORAGE_KEY));
    const ours = useAppStore.getState();
    const changes = SETTINGS.filter((name) => theirs[name] !== undefined && theirs[name] !== ours[name]);
    if (changes.length > 0) ours.set(Object.fromEntries(changes.map((name) => [name, theirs[name]])));
  });
}
