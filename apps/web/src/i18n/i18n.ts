import type { Language } from "@candor/protocol/enumerations";
import { LANGUAGE_TAGS } from "@candor/protocol/enumerations";
import type { Messages } from "@lingui/core";
import { setupI18n } from "@lingui/core";
import type { MessageKey } from "./message-keys.ts";

export const i18n = setupI18n();

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  zh: () => import("virtual:catalogue/zh"),
  en: () => import("virtual:catalogue/en"),
  br: () => import("virtual:catalogue/br"),
  fr: () => import("virtual:catalogue/fr"),
  esp: () => import("virtual:catalogue/esp"),
  hu: () => import("virtual:catalogue/hu"),
  tr: () => import("virtual:catalogue/tr"),
  ro: () => import("virtual:catalogue/ro"),
  de: () => import("virtual:catalogue/de"),
  pl: () => import("virtual:catalogue/pl"),
  el: () => import("virtual:catalogue/el"),
};

let wanted: Language | null = null;

/** Loads a language's words and switches to them. The last call wins, however the loads overtake each other. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  const tag = LANGUAGE_TAGS[language];
  const { messages } = await LOADERS[language]();
  if (wanted !== language) return;
  i18n.load(tag, messages);
  i18n.activate(tag);
  document.documentElement.lang = tag;
}

export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** For code outside components; components use `useT`, which renders anew when the language changes. */
export const translate: Translate = (key, values) => i18n._(key, values);
