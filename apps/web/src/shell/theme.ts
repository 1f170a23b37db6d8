import { useAppStore } from "../state/app-store.ts";

/** Puts the reader's colours on the document, and keeps them there when they change. */
export function followTheme(): void {
  const apply = () => {
    const { huyan, upIsRed, background } = useAppStore.getState();
    const root = document.documentElement;
    root.dataset["theme"] = huyan ? "night" : "light";
    if (upIsRed) root.dataset["updown"] = "red";
    else delete root.dataset["updown"];
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", background);
  };
  apply();
  useAppStore.subscribe(apply);
}
