import { appState, systemNight, useAppStore } from "../../state/app-store.ts";

/** Applies the user's colors to the document and follows changes of the settings or the system theme. */
export function followTheme(): void {
  const apply = () => {
    const { isNight, upIsRed, colorBlind, background } = useAppStore.getState();
    const root = document.documentElement;
    root.dataset["theme"] = isNight ? "night" : "light";
    const pair = colorBlind ? "blue" : upIsRed ? "red" : undefined;
    if (pair === undefined) delete root.dataset["updown"];
    else root.dataset["updown"] = pair;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", background);
  };
  apply();
  useAppStore.subscribe(apply);
  systemNight()?.addEventListener("change", () => {
    if (appState().followsSystem) appState().followSystem();
  });
}
