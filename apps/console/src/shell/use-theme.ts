import { useState } from "react";

const KEY = "candor-console-theme";
type Theme = "light" | "night";

const current = (): Theme => (document.documentElement.dataset["theme"] === "night" ? "night" : "light");

/** The page's colours; the choice is kept in this browser. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const [theme, setTheme] = useState(current);
  const toggle = () => {
    const next = theme === "night" ? "light" : "night";
    document.documentElement.dataset["theme"] = next;
    setTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where the browser lets nothing be kept it holds until the page goes.
    }
  };
  return { theme, toggle };
}
