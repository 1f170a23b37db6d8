import type { Language } from "@candor/domain/enumerations";
import { isLanguage, preferredLanguage } from "../i18n/languages.ts";
import { API, NO_FIELDS } from "./early-answers.ts";

/** What the screen of a route needs before it can be drawn; numbers are places in `EarlyTable`'s lists. */
export type EarlyScreen = readonly [
  files: readonly number[],
  words: readonly number[],
  calls: readonly number[],
];

/** Written by the build into the page. */
export interface EarlyTable {
  /** Scripts and styles, from the folder of the page. */
  readonly files: readonly string[];
  /** Groups of words, each a script `<folder>/<group>-<language>.js`. */
  readonly words: readonly string[];
  readonly wordsFolder: string;
  /** `GET /market/coinList` */
  readonly calls: readonly string[];
  readonly screens: Readonly<Record<string, EarlyScreen>>;
  /** The screen of an address that names none. */
  readonly home: string;
}

/**
 * Runs in the head of the page: has everything fetched at once that the screen in the address will ask for, its code, its
 * words and its calls. Otherwise each of them waits for the one before.
 */
export function loadEarly(table: EarlyTable): void {
  const { token, lang } = keptChoices();
  const screenAt = (path: string): EarlyScreen =>
    table.screens[path] ?? table.screens[table.home] ?? [[], [], []];
  globalThis.candorPreload = (path) => {
    for (const place of screenAt(path)[0]) preload(table.files[place] ?? "");
  };
  const path = location.hash.slice(1).split("?")[0] ?? "";
  const [, words, calls] = screenAt(path);
  // Before the code: without HTTP/2 six requests are under way at a time, and the answers are small.
  globalThis.candorEarly = new Map(
    calls.map((place) => {
      const [method = "", address = ""] = (table.calls[place] ?? "").split(" ");
      return [`${method} ${API}${address}`, ask(method, `${API}${address}`, token, lang)] as const;
    }),
  );
  for (const place of words) preload(`${table.wordsFolder}/${table.words[place]}-${lang}.js`);
  globalThis.candorPreload(path);
}

function ask(method: string, url: string, token: string, language: Language) {
  const headers: Record<string, string> = { lang: language };
  if (token !== "") headers.token = token;
  if (method === "POST") headers["content-type"] = "application/x-www-form-urlencoded";
  const response = fetch(url, { method, headers, ...(method === "POST" && { body: NO_FIELDS }) });
  // Whoever takes the answer hears of the failure and asks again.
  response.catch(() => undefined);
  return { token, language, askedAtMs: Date.now(), response };
}

function preload(href: string): void {
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement("link");
  if (href.endsWith(".css")) {
    link.rel = "preload";
    link.as = "style";
  } else link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = href;
  document.head.append(link);
}

/** As the app's own state will have them; what is damaged counts as nothing. */
function keptChoices(): { readonly token: string; readonly lang: Language } {
  const { token, lang } = keptState();
  return {
    token: typeof token === "string" ? token : "",
    lang: isLanguage(lang) ? lang : preferredLanguage(navigator.languages),
  };
}

function keptState(): { readonly token?: unknown; readonly lang?: unknown } {
  try {
    const kept = JSON.parse(localStorage.getItem("candor") ?? "null") as { readonly state?: object } | null;
    return kept?.state ?? {};
  } catch {
    return {};
  }
}
