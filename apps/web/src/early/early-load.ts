import type { Language } from "@candor/domain/enumerations";
import { isLanguage, preferredLanguage } from "../i18n/languages.ts";
import { API, NO_FIELDS } from "./early-answers.ts";

/** What a route's screen needs for its first render; numbers are indexes into the lists of `EarlyTable`. */
export type EarlyScreen = readonly [
  files: readonly number[],
  words: readonly number[],
  calls: readonly number[],
];

/** Embedded in the page by the build. */
export interface EarlyTable {
  /** Scripts and styles, relative to the page. */
  readonly files: readonly string[];
  /** Translation groups, each a script `<folder>/<group>-<language>.js`. */
  readonly words: readonly string[];
  readonly wordsFolder: string;
  /** `GET /market/coinList` */
  readonly calls: readonly string[];
  readonly screens: Readonly<Record<string, EarlyScreen>>;
  /** The screen for an address without a route. */
  readonly home: string;
}

/**
 * Runs in the head of the page: starts fetching everything the screen in the address needs, in parallel: code,
 * translations and calls. Otherwise each would wait for the previous one.
 */
export function loadEarly(table: EarlyTable): void {
  const { token, lang } = storedChoices();
  const screenAt = (path: string): EarlyScreen =>
    table.screens[path] ?? table.screens[table.home] ?? [[], [], []];
  globalThis.candorPreload = (path) => {
    for (const place of screenAt(path)[0]) preload(table.files[place] ?? "");
  };
  const path = location.hash.slice(1).split("?")[0] ?? "";
  const [, words, calls] = screenAt(path);
  // Calls go before code: HTTP/1.1 allows six parallel requests, and the answers are small.
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
  // The caller that takes the answer handles the failure and retries.
  response.catch(() => undefined);
  return { token, language, requestedAtMs: Date.now(), response };
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

/** The stored choices as the app will read them; corrupt values are ignored. */
function storedChoices(): { readonly token: string; readonly lang: Language } {
  const { token, lang } = storedState();
  return {
    token: typeof token === "string" ? token : "",
    lang: isLanguage(lang) ? lang : preferredLanguage(navigator.languages),
  };
}

function storedState(): { readonly token?: unknown; readonly lang?: unknown } {
  try {
    const stored = JSON.parse(localStorage.getItem("candor") ?? "null") as { readonly state?: object } | null;
    return stored?.state ?? {};
  } catch {
    return {};
  }
}
