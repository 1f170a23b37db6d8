import { useState } from "react";

const KEY = "candor-console-theme";
type Theme = "light" | "night";

const current = (): Theme => (document.documentElement.dataset["theme"] === "night" ? "night" : "light");

/** The page's theme; the choice is stored in this browser. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const [theme, setTheme] = useState(current);
  const toggle = () => {
    const next = theme === "night" ? "light" : "night";
    document.documentElement.dataset["theme"] = next;
    setTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage the choice is lost on reload.
    }
  };
  return { theme, toggle };
}
