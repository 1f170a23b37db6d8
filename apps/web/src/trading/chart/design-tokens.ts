import type { LineColor } from "./indicators/indicator-list.ts";

/** Attributes of the document that decide the values of the design tokens. */
const LOOK_ATTRIBUTES = ["data-theme", "data-updown"];

/** Calls back when theme or the colors of up and down change. */
export function watchLook(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: LOOK_ATTRIBUTES });
  return () => observer.disconnect();
}

/** Changes whenever the values of the tokens do. */
export const lookOf = (): string =>
  LOOK_ATTRIBUTES.map((name) => document.documentElement.getAttribute(name) ?? "").join(" ");

/** Returns a color's value in the present look: #RRGGBB. */
export function tokenOf(color: LineColor | "surface"): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--c-${color}`).trim();
  // Builds shorten colors.
  return /^#[0-9a-f]{3}$/i.test(value) ? value.replace(/[0-9a-f]/gi, "$&$&") : value;
}
