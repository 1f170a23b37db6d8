import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { FUND_NOTES } from "@candor/wire/translations/fund-notes";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { NOTICES } from "@candor/wire/translations/notices";
import { plainErrors } from "@candor/wire/translations/plain-errors";
import { expect, test } from "vitest";

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Texts>("../locales/*/*.json", { eager: true, import: "default" });
const ARTICLES = import.meta.glob<string>("../../../server/content/*/*.md", {
  eager: true,
  import: "default",
  query: "?raw",
});

const features = [...new Set(Object.keys(FILES).map((path) => path.split("/")[2] ?? ""))].sort();
const textsOf = (feature: string, language: Language): Texts =>
  FILES[`../locales/${feature}/${LANGUAGE_TAGS[language]}.json`] ?? {};
const textOf = (name: string, language: Language): string => {
  const [feature = "", key = ""] = name.split(".");
  return textsOf(feature, language)[key] ?? "";
};

/** Terms of products and pages: one name per concept. */
interface Glossary {
  readonly timedOptions: string;
  /** The one alternative name of timed options, mentioned once on their page and in their article. */
  readonly alsoCalled: RegExp;
  readonly spotWallet: string;
  readonly margin: string;
  readonly marginRatio: string;
  readonly proofOfReserves: string;
  readonly customerService: string;
  /** Terms that must no longer appear in the app, emails, notices, fund notes and articles. */
  readonly stray: readonly RegExp[];
}

const GLOSSARY: Readonly<Record<Language, Glossary>> = {
  en: {
    timedOptions: "Timed options",
    alsoCalled: /second contracts?/i,
    spotWallet: "Spot wallet",
    margin: "Margin",
    marginRatio: "Margin ratio",
    proofOfReserves: "Proof of reserves",
    customerService: "Customer service",
    stray: [
      /coin (?:wallet|account)|\blever\b|\bleveraged|risk rate|owed and held|online service|\bsupport team\b|\bminers?\b/i,
      /\bstands? here\b|Partly filled|\bP\/L\b|\bP&L\b/,
      // Requires American spelling.
      /(?:real|recogn|organ|author|final)is(?:e|ed|es|ing|ation)\b|cancell|favourit|\bcentre|labelled|colour|behaviour/i,
    ],
  },
  de: {
    timedOptions: "Zeitoptionen",
    alsoCalled: /Sekundenkontrakte?/,
    spotWallet: "Spot-Konto",
    margin: "Margin",
    marginRatio: "Margin-Quote",
    proofOfReserves: "Reservenachweis",
    customerService: "Kundendienst",
    stray: [
      /[Aa]uftr[aä]g|\bTrades?\b|\bSupport\b|Darlehen|Nachschussforderung|[Uu]mbuch/,
      /(?:de[rmn]|zum) Mark\b(?!-)/,
      /(?:Haupt|Kontrakt|Coin|Spot|Options|Margin)-Wallet|Coin-Konto|Orderschein|Übertrag\b|Auslöse(?:r|preis)/,
      /\b(?:[Dd]iese?|[Ee]ine) Coin\b|[Kk]onvertier/,
      /G\/V|Automatischer Abbau|Risikoquote|[Gg]ehebelt|Geschuldet und|\bMail(?:s)?\b(?<!E-Mails?)/,
    ],
  },
  fr: {
    timedOptions: "Options à durée fixe",
    alsoCalled: /contrats? à la seconde/i,
    spotWallet: "Portefeuille spot",
    margin: "Marge",
    marginRatio: "Ratio de marge",
    proofOfReserves: "Preuve de réserves",
    customerService: "Service client",
    stray: [
      /\bP\/P\b|[Dd]éclencheur|derniers échanges|[Cc]ontrats? secondes?\b|[Mm]ineur|[Dd]evis\b|[Ss]upport\b|portefeuille [Cc]oin/,
      /[Pp]ortefeuille crypto|[Cc]ompte crypto|à levier|[Tt]aux de risque|Dû et détenu|phrase anti|[Oo]ublié aussitôt/,
    ],
  },
  esp: {
    timedOptions: "Opciones de tiempo fijo",
    alsoCalled: /contratos? de segundos/i,
    spotWallet: "Billetera spot",
    margin: "Margen",
    marginRatio: "Ratio de margen",
    proofOfReserves: "Prueba de reservas",
    customerService: "Atención al cliente",
    stray: [
      /[Dd]isparador|[Aa]visos? de margen|[Cc]ontratos? por segundos|[Mm]inero|[Ss]oporte|[Rr]etirada|P\/G/,
      /(?:[Bb]illetera|[Cc]uenta) de monedas|palancad[ao]|[Tt]asa de riesgo|Debido a|frase anti/,
      // Users are addressed as usted.
      /(?<!\p{L})(?:[Tt]us?|tuy[oa]s?|tienes|puedes)(?!\p{L})/u,
    ],
  },
  br: {
    timedOptions: "Opções de tempo fixo",
    alsoCalled: /contratos? de segundos/i,
    spotWallet: "Carteira spot",
    margin: "Margem",
    marginRatio: "Taxa de margem",
    proofOfReserves: "Prova de reservas",
    customerService: "Atendimento ao cliente",
    stray: [
      /outro comprador|[Mm]inerador|[Aa]parelho|[Ss]uporte|P\/L/,
      /(?:[Cc]arteira|[Cc]onta) de moedas|lavancad[ao]|[Tt]axa de risco|Devido a|[Aa]tendimento online|frase anti/,
    ],
  },
  pl: {
    timedOptions: "Opcje czasowe",
    alsoCalled: /kontrakt(?:ami|em) sekundowym(?:i)?/i,
    spotWallet: "Portfel spot",
    margin: "Margin",
    marginRatio: "Wskaźnik depozytu",
    proofOfReserves: "Dowód rezerw",
    customerService: "Obsługa klienta",
    stray: [
      /[Ww]yzw[ao]l|zostanie wykonan|się nie wykona/,
      /[Dd]opis[ay]|[Kk]onto monet|[Pp]iaskownic|[Cc]en[ay] oznaczenia|kasyna|[Zz]amroż/,
      /\b(?:cię|twój|twoj\p{L}*)(?!\p{L})/u,
      /[Pp]ortfel\p{L}* Coin|sekundow|lece(?:nia|ń|nie) z dźwignią|[Ss]topa ryzyka|Należne i|\bZ\/S\b/u,
    ],
  },
  ro: {
    timedOptions: "Opțiuni cu durată fixă",
    alsoCalled: /contracte? la secundă/i,
    spotWallet: "Portofelul Spot",
    margin: "Marjă",
    marginRatio: "Rata marjei",
    proofOfReserves: "Dovada rezervelor",
    customerService: "Asistență",
    stray: [
      /Conectați-vă|portofelul de monede|[Mm]inerul|[Mm]inerii|[Mm]arcajul|[Cc]omună|[Ss]erviciul clienți|P\/L/,
      /(?:[Pp]ortofelul|[Cc]ontul) Coin|[Oo]rdin\p{L}* cu levier|[Rr]ata de risc|Datorat și|Asistență online|[Ff]raza? anti|Bani de joacă/u,
      // Users are addressed as dumneavoastră.
      /(?<!\p{L})(?:ta|tale|tău|tăi|Introdu)(?!\p{L})/u,
    ],
  },
  hu: {
    timedOptions: "Fix idejű opciók",
    alsoCalled: /másodperces kontraktus/i,
    spotWallet: "Azonnali tárca",
    margin: "Margin",
    marginRatio: "Fedezeti arány",
    proofOfReserves: "Tartalékok igazolása",
    customerService: "Ügyfélszolgálat",
    stray: [
      /[Kk]iváltó|[Ii]ndítóár|[Uu]tolsó ügylet|[Mm]ásodperces (?:ügylet|szerződés|kontraktus)/,
      /[Jj]elölt ár(?!j)|[Jj]elölőár|[Kk]ényszerlikvid|[Kk]ontraktus-?(?:tárca|szám)/,
      /[Jj]elkulcs|[Bb]elépőkulcs|[Hh]omokoz/,
      // "their price" and "the goods" are the same word.
      /áruk(?:at|ra)/,
      /[Éé]rme(?:tárc|szám)|[Ff]edezeti számla|[Tt]őkeáttételes|[Kk]ockázati rát|Tartozás és/,
    ],
  },
  tr: {
    timedOptions: "Süreli opsiyon",
    alsoCalled: /saniyelik kontrat/i,
    spotWallet: "Spot cüzdan",
    margin: "Teminatlı işlem",
    marginRatio: "Teminat oranı",
    proofOfReserves: "Rezerv kanıtı",
    customerService: "Müşteri hizmetleri",
    stray: [
      /[Hh]esaplaş|[İi]şaret fiyat|İşlem özet|[Mm]arjin|[Mm]adenci(?!lik)|[Yy]atırım(?!cı)|[Kk]ontrat (?:cüzdan|hesab)|burada durur/,
      /[Cc]oin (?:cüzdan|hesab)|[Ss]aniyelik kontrat|[Kk]aldıraçlı|[Rr]isk oran|Borç ve varlık|[Dd]estek\b|[Dd]esteğe/,
    ],
  },
  el: {
    timedOptions: "Χρονικά options",
    alsoCalled: /συμβόλαι(?:ο|α) χρόνου/i,
    spotWallet: "Πορτοφόλι spot",
    margin: "Περιθώριο",
    marginRatio: "Δείκτης περιθωρίου",
    proofOfReserves: "Απόδειξη αποθεματικών",
    customerService: "Εξυπηρέτηση πελατών",
    stray: [
      /εντολή (?:αγοράς|ορίου)|εριθώριο συντήρησης|νοιχτ|ξορύκτ|Επιλογές|πρόγραμμα περιήγησης|(?:το|του) Candor|\bemail/,
      /(?:ορτοφόλι|ορτοφολιού|ογαριασμός) νομισμάτων|υμβολαί(?:ου|ων) χρόνου|με μόχλευση|οχλευμέν|είκτης κινδύνου|πομονωμέν|οινό περιθώριο|ποστήριξη|Κ\/Ζ|κατά της απάτης/,
    ],
  },
  zh: {
    timedOptions: "限時期權",
    alsoCalled: /秒合約/,
    spotWallet: "現貨錢包",
    margin: "槓桿",
    marginRatio: "保證金率",
    proofOfReserves: "儲備金證明",
    customerService: "客服",
    stray: [
      /紀錄|訂單(?!簿)|充值|提現|提幣|行權價|憑證|第二.?因素|跟蹤/,
      /幣幣|線上客服|風險率|應付與持有|標記價(?!格)|價格單位|數量單位/,
      // Gambling terms, and terms of identity checks.
      /猜[對錯]|投注|莊家|實名認證|平局/,
    ],
  },
};

/** Message keys that show each name. */
const NAMED: readonly (readonly [keyof Omit<Glossary, "stray" | "alsoCalled">, string])[] = [
  ["timedOptions", "shell.navSecondContracts"],
  ["spotWallet", "trade.coinWallet"],
  ["margin", "shell.navLeverage"],
  ["margin", "lever.title"],
  ["margin", "decisions.lever"],
  ["marginRatio", "contract.risk"],
  ["proofOfReserves", "liabilities.title"],
  ["customerService", "service.title"],
  ["customerService", "me.service"],
];

/** Returns all texts of a catalog, recursively. */
function textsIn(catalogue: object): readonly string[] {
  return Object.values(catalogue).flatMap((value: unknown) => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? textsIn(value) : [];
  });
}

const articlesIn = (language: Language): readonly (readonly [string, string])[] =>
  Object.entries(ARTICLES).filter(([path]) => path.includes(`/${LANGUAGE_TAGS[language]}/`));

test("WEB-24 one concept has one name in each language: the glossary's, wherever it is shown", () => {
  for (const language of LANGUAGES) {
    for (const [concept, name] of NAMED)
      expect(textOf(name, language), `${language} ${name}`).toBe(GLOSSARY[language][concept]);
  }
});

/** Search synonyms, which include words that the app itself avoids. */
const isTyped = (feature: string, key: string): boolean => feature === "search" && key.startsWith("words");

test("WEB-24 the page of timed options and their article say once that they are also called second contracts", () => {
  for (const language of LANGUAGES) {
    const { alsoCalled } = GLOSSARY[language];
    const said = features.flatMap((feature) =>
      Object.entries(textsOf(feature, language)).filter(
        ([key, text]) => alsoCalled.test(text) && !isTyped(feature, key),
      ),
    );
    expect(
      said.map(([key]) => key),
      language,
    ).toEqual(["alsoCalled"]);
    const named = articlesIn(language).flatMap(([path, text]) =>
      [...text.matchAll(new RegExp(alsoCalled, "gi"))].map(() => path.split("/").at(-1)),
    );
    expect(named, language).toEqual(["second-contracts.md"]);
  }
});

/** Returns the forbidden terms in a text, with their location. */
const forbiddenTermsIn = (where: string, text: string, language: Language): readonly string[] =>
  GLOSSARY[language].stray.flatMap((stray) => {
    const found = stray.exec(text)?.[0];
    return found === undefined ? [] : [`${where}: ${found}`];
  });

test("WEB-24 one thing has one word: orders, trades, triggers, loans and margin calls in each language", () => {
  const strays = LANGUAGES.flatMap((language) =>
    features.flatMap((feature) =>
      Object.entries(textsOf(feature, language))
        .filter(([key]) => key !== "alsoCalled" && !isTyped(feature, key))
        .flatMap(([key, text]) => forbiddenTermsIn(`${language} ${feature}.${key}`, text, language)),
    ),
  );
  expect(strays).toEqual([]);
});

test.each(LANGUAGES)(
  "WEB-24 one thing has one word: mails, notices, notes and articles of the server say it as the app does, in %s",
  (language) => {
    // English errors on the wire are the specification's; the app shows plain ones.
    const catalogue =
      language === "en" ? { ...CATALOGUES.en, errors: plainErrors("en") } : CATALOGUES[language];
    const said = [catalogue, NOTICES[language], FUND_NOTES[language]].flatMap((texts) => textsIn(texts));
    const articles = articlesIn(language);
    expect(articles.length).toBeGreaterThan(5);
    const strays = [...said.map((text) => [text, text] as const), ...articles].flatMap(([where, text]) =>
      forbiddenTermsIn(where, text.replace(GLOSSARY[language].alsoCalled, ""), language),
    );
    expect(strays).toEqual([]);
  },
);

test("WEB-24 in German accounts alone are gesperrt: money is gebunden or hinterlegt, a password blockiert, a withdrawal ausgesetzt", () => {
  const texts = [
    ...features.flatMap((feature) => Object.entries(textsOf(feature, "de"))),
    ...textsIn(CATALOGUES.de).map((text) => ["server", text] as const),
    ...articlesIn("de").flatMap(([file, text]) =>
      text.split(/(?<=[.!?])\s/).map((line) => [file, line] as const),
    ),
  ];
  const others = texts.filter(
    ([, text]) => /gesperrt/i.test(text) && !/konto|konten|\{account\}/i.test(text),
  );
  expect(others).toEqual([]);
});

/** First letters of a name, which stay when it is declined; two characters of Chinese. */
const stemOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .slice(0, /^[a-zα-ω]/.test(name.toLowerCase()) ? 5 : 2);
const plain = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

test("WEB-25 articles and notices call the page of settlements what its title calls it", () => {
  const LINK = /\[([^\]]+)\]\(#\/pages\/trans\/Frecord\)/g;
  for (const language of LANGUAGES) {
    const stem = stemOf(textOf("records.settlementsTitle", language));
    const links = Object.entries(ARTICLES)
      .filter(([path]) => path.includes(`/${LANGUAGE_TAGS[language]}/`))
      .flatMap(([, article]) => [...article.matchAll(LINK)].map(([, name = ""]) => name));
    expect(links.length, language).toBeGreaterThan(0);
    const { positionLiquidated, marginLiquidated } = NOTICES[language];
    for (const text of [...links, positionLiquidated, marginLiquidated])
      expect(plain(text), language).toContain(stem);
  }
});
