import { LANGUAGES, type Language } from "@candor/protocol/enumerations";
import { FUND_NOTES } from "@candor/protocol/messages/fund-notes";
import { CATALOGUES } from "@candor/protocol/messages/messages";
import { NOTICES } from "@candor/protocol/messages/notices";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Texts>("../locales/*/*.json", { eager: true, import: "default" });
const SOURCE = "en";
/** Shorter texts may well be the same word in two languages. */
const SURELY_A_SENTENCE = 40;

const features = [...new Set(Object.keys(FILES).map((path) => path.split("/")[2] ?? ""))].sort();
const textsOf = (feature: string, language: string): Texts =>
  FILES[`../locales/${feature}/${language}.json`] ?? {};

/** The names in a message that a caller fills in, wherever they stand in plurals and choices. */
function placeholders(message: string): readonly string[] {
  const names = new Set<string>();
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, , choices] = token as unknown as readonly [unknown, unknown, unknown];
    if (typeof name === "string") names.add(name);
    if (typeof choices === "object" && choices !== null) {
      for (const choice of Object.values(choices))
        if (Array.isArray(choice)) for (const part of choice) visit(part);
    }
  };
  const tokens = compileMessage(message);
  if (Array.isArray(tokens)) for (const token of tokens) visit(token);
  return [...names].sort();
}

test("WEB-20 there are words for every feature in all 11 languages", () => {
  expect(features.length).toBeGreaterThan(5);
  expect(LANGUAGES).toHaveLength(11);
  for (const feature of features) {
    for (const language of LANGUAGES)
      expect(FILES, `${feature}/${language}`).toHaveProperty([`../locales/${feature}/${language}.json`]);
  }
});

test.each(LANGUAGES.filter((language) => language !== SOURCE))(
  "WEB-20 %s has every text of the app, with the same placeholders",
  (language) => {
    for (const feature of features) {
      const source = textsOf(feature, SOURCE);
      const texts = textsOf(feature, language);
      expect(Object.keys(texts).sort(), feature).toEqual(Object.keys(source).sort());
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), `${feature}.${key}`).not.toBe("");
        expect(placeholders(text), `${feature}.${key}`).toEqual(placeholders(source[key] ?? ""));
      }
    }
  },
);

test.each(LANGUAGES.filter((language) => language !== SOURCE))(
  "WEB-20 no sentence was left in English in %s",
  (language) => {
    for (const feature of features) {
      const source = textsOf(feature, SOURCE);
      for (const [key, text] of Object.entries(textsOf(feature, language))) {
        if (text.length >= SURELY_A_SENTENCE) expect(text, `${feature}.${key}`).not.toBe(source[key]);
      }
    }
  },
);

/** Words for which another one stands everywhere else in that language. */
const STRAY_WORDS: Readonly<Record<string, readonly RegExp[]>> = {
  de: [
    /\bOrders?\b|\bTrades?\b|\bSupport\b|Darlehen|Nachschussforderung|[Uu]mbuch/,
    /(?:de[rmn]|zum) Mark\b(?!-)/,
    /(?:Haupt|Kontrakt)-Wallet|Orderschein|Übertrag\b|Auslösepreis/,
  ],
  fr: [
    /\bP\/P\b|[Dd]éclencheur|derniers échanges|[Cc]ontrats? secondes?\b|[Mm]ineur|[Dd]evis\b|[Ss]upport\b|portefeuille [Cc]oin/,
  ],
  esp: [
    /[Dd]isparador|[Aa]visos? de margen|[Cc]ontratos? por segundos|[Mm]inero|[Ss]oporte|[Rr]etirada|P\/G/,
  ],
  br: [/outro comprador|[Mm]inerador|[Aa]parelho|[Ss]uporte|P\/L/],
  pl: [
    /[Ww]yzw[ao]l|zostanie wykonan|się nie wykona/,
    /[Dd]opis[ay]|[Kk]onto monet|[Pp]iaskownic|[Cc]en[ay] oznaczenia|kasyna|[Zz]amroż/,
    /\b(?:cię|twój|twoj\p{L}*)(?!\p{L})/u,
  ],
  ro: [
    /Conectați-vă|portofelul de monede|[Mm]inerul|[Mm]inerii|[Mm]arcajul|[Cc]omună|[Ss]erviciul clienți|P\/L/,
  ],
  hu: [
    /[Kk]iváltó|[Ii]ndítóár|[Uu]tolsó ügylet|[Mm]ásodperces (?:ügylet|szerződés)/,
    /[Jj]elölt ár(?!j)|[Jj]elölőár|[Kk]ényszerlikvid|[Kk]ontraktus-?(?:tárca|szám)/,
    /[Jj]elkulcs|[Bb]elépőkulcs|[Hh]omokoz/,
    // "their price" and "the goods" are one word.
    /áruk(?:at|ra)/,
  ],
  en: [/\bstands? here\b|Partly filled/],
  el: [
    /εντολή (?:αγοράς|ορίου)|εριθώριο συντήρησης|νοιχτ|ξορύκτ|Επιλογές|πρόγραμμα περιήγησης|(?:το|του) Candor|\bemail/,
  ],
  tr: [
    /[Hh]esaplaş|[İi]şaret fiyat|İşlem özet|[Mm]arjin|[Mm]adenci(?!lik)|[Yy]atırım(?!cı)|[Kk]ontrat (?:cüzdan|hesab)|burada durur/,
  ],
  zh: [/紀錄|訂單(?!簿)|充值|提現|提幣|行權價|憑證|第二.?因素|跟蹤/],
};

const ARTICLES = import.meta.glob<string>("../../../server/content/*/*.md", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** Every text in a catalogue, however deep. */
function textsIn(catalogue: object): readonly string[] {
  return Object.values(catalogue).flatMap((value: unknown) => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? textsIn(value) : [];
  });
}

test("WEB-24 one thing has one word: orders, trades, triggers, loans and margin calls in each language", () => {
  for (const [language, strays] of Object.entries(STRAY_WORDS)) {
    for (const feature of features) {
      for (const [key, text] of Object.entries(textsOf(feature, language)))
        for (const stray of strays) expect(text, `${language} ${feature}.${key}`).not.toMatch(stray);
    }
  }
});

test.each(Object.keys(STRAY_WORDS) as Language[])(
  "WEB-24 one thing has one word: mails, notices, notes and articles of the server say it as the app does, in %s",
  (language) => {
    const said = [CATALOGUES, NOTICES, FUND_NOTES].flatMap((texts) => textsIn(texts[language]));
    const articles = Object.entries(ARTICLES).filter(([path]) => path.includes(`/${language}/`));
    expect(articles.length).toBeGreaterThan(5);
    for (const text of [...said, ...articles.map(([, article]) => article)])
      for (const stray of STRAY_WORDS[language] ?? []) expect(text).not.toMatch(stray);
  },
);

test("WEB-24 what is entered in money is not called a quantity", () => {
  for (const language of LANGUAGES) {
    const { amountIn, moneyIn } = textsOf("trade", language);
    expect(moneyIn, language).toBeDefined();
    if (language !== SOURCE) expect(moneyIn, language).not.toBe(amountIn);
  }
});

test("WEB-21 the words are calm: no exclamation marks in any language", () => {
  for (const [path, texts] of Object.entries(FILES)) {
    for (const [key, text] of Object.entries(texts)) expect(text, `${path} ${key}`).not.toMatch(/[!！¡]/);
  }
});

test("WEB-25 French keeps ; : ? ! % and » on the line of the word before them, and « on that of the next", () => {
  for (const feature of features) {
    for (const [key, text] of Object.entries(textsOf(feature, "fr")))
      expect(text, `${feature}.${key}`).not.toMatch(/ [;:?!%»]|« /);
  }
});
