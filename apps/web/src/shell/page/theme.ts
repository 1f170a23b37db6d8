import { appState, systemNight, useAppStore } from "../../state/app-store.ts";

/** Applies the user's colors and sizes to the document and follows changes of the settings or the system theme. */
export function followTheme(): void {
  const apply = () => {
    const { isNight, upIsRed, colorBlind, background, letters, isCompact } = useAppStore.getState();
    const root = document.documentElement;
    root.dataset["theme"] = isNight ? "night" : "light";
    const pair = colorBlind ? "blue" : upIsRed ? "red" : undefined;
    if (pair === undefined) delete root.dataset["updown"];
    else root.dataset["updown"] = pair;
    root.dataset["letters"] = letters;
    root.dataset["density"] = isCompact ? "compact" : "comfortable";
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", background);
  };
  apply();
  useAppStore.subscribe(apply);
  systemNight()?.addEventListener("change", () => {
    if (appState().followsSystem) appState().followSystem();
  });
}
