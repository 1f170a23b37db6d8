import { readFileSync } from "node:fs";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import type { Translate } from "../../i18n/i18n.ts";
import {
  ALL_TRADES,
  ANNOUNCEMENT,
  ANNOUNCEMENTS,
  APPROVE_LOGIN,
  AVATAR,
  CHART,
  CHOOSE_LOCATION,
  CONTRACTS,
  CONVERT,
  DEPOSIT,
  ERROR_PAGE,
  EVIDENCE,
  FREEZE,
  FUND_ORDER,
  FUND_RECORDS,
  LIABILITIES,
  LOGIN,
  MARKET_DETAIL,
  ME,
  OPEN_LOCATION,
  ROUTES,
  SECOND_CONTRACTS,
  SECURITY,
  TRANSFER,
  VERIFICATION,
  WALLET,
  WITHDRAW,
} from "../../shell/routing/routes.ts";
import { coinWords } from "./coin-names.ts";
import { inSimplified, inTraditional } from "./han.ts";
import { numberIn } from "./number-in.ts";
import { PAGES, pageRow, pagesFor } from "./pages.ts";
import { isNamed, rank } from "./rank.ts";

const speaking =
  (language: Language): Translate =>
  (key) => {
    const [feature = "", name = ""] = key.split(".");
    const file = new URL(`../../locales/${feature}/${LANGUAGE_TAGS[language]}.json`, import.meta.url);
    return (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)[name] ?? "";
  };

const ALL = () => true;

function firstFor(language: Language, text: string, isLoggedIn = true): string | undefined {
  const t = speaking(language);
  return rank(
    pagesFor(isLoggedIn, ALL).map((page) => pageRow(t, page)),
    text,
  )[0]?.to;
}

/** Screens for one item or a step of another screen: they cannot be found by name. */
const NOT_BY_NAME: readonly string[] = [
  CHART,
  MARKET_DETAIL,
  VERIFICATION,
  AVATAR,
  CHOOSE_LOCATION,
  OPEN_LOCATION,
  FUND_ORDER,
  EVIDENCE,
  ANNOUNCEMENT,
  FREEZE,
  APPROVE_LOGIN,
  ERROR_PAGE,
];

test("WEB-127 every route is found by its name, or is one that nobody goes to by name", () => {
  const named = PAGES.map(({ to }) => to.split("?")[0]);
  expect(new Set([...named, ...NOT_BY_NAME])).toEqual(new Set(ROUTES.map(({ path }) => path)));
  expect(NOT_BY_NAME.filter((path) => named.includes(path))).toEqual([]);
});

test.each(LANGUAGES)("WEB-127 each page is the first that its own name finds, in %s", (language) => {
  const t = speaking(language);
  for (const isLoggedIn of [true, false]) {
    const rows = pagesFor(isLoggedIn, ALL).map((page) => pageRow(t, page));
    for (const { to, name } of rows) {
      // Two pages may share a name; both are found.
      const same = rows.filter((row) => row.name === name).map((row) => row.to);
      for (const typed of [name, name.toUpperCase(), name.normalize("NFD")])
        expect(same, `${language} ${typed}`).toContain(rank(rows, typed)[0]?.to);
      expect(same).toContain(to);
    }
  }
});

test.each<readonly [Language, string, string]>([
  ["en", "dark", ME],
  ["en", "kyc", "/pages/my/auther"],
  ["en", "csv", FUND_RECORDS],
  ["en", "second contracts", SECOND_CONTRACTS],
  ["en", "bell", ANNOUNCEMENTS],
  ["de", "auszahl", WITHDRAW],
  ["de", "ZURUCKZAHLEN", "/pages/trans/lever"],
  ["de", "zwei-faktor", SECURITY],
  ["fr", "depot", DEPOSIT],
  ["fr", "deconnexion", ME],
  ["esp", "contrasena", "/pages/my/pwdSet"],
  ["pl", "WYPLATA", WITHDRAW],
  ["tr", "DONUSTUR", CONVERT],
  ["tr", "para çekme", WITHDRAW],
  ["tr", "çekim", WITHDRAW],
  ["tr", "para yatırma", DEPOSIT],
  ["tr", "emir geçmişi", ALL_TRADES],
  ["en", "order history", ALL_TRADES],
  ["en", "withdrawal", WITHDRAW],
  ["de", "Auszahlung", WITHDRAW],
  ["de", "Orderverlauf", ALL_TRADES],
  ["fr", "historique des ordres", ALL_TRADES],
  ["fr", "retirer", WITHDRAW],
  ["esp", "retiro", WITHDRAW],
  ["esp", "transferencia", TRANSFER],
  ["br", "saque", WITHDRAW],
  ["pl", "wypłacanie", WITHDRAW],
  ["ro", "retrage", WITHDRAW],
  ["hu", "pénzfelvétel", WITHDRAW],
  ["el", "ιστορικό εντολών", ALL_TRADES],
  ["zh", "提幣", WITHDRAW],
  ["zh", "历史委托", ALL_TRADES],
  ["tr", "kaldirac", CONTRACTS],
  ["el", "αναληψη", WITHDRAW],
  ["zh", "提现", WITHDRAW],
  ["zh", "提領", WITHDRAW],
  ["zh", "夜間", ME],
  ["zh", "储备金证明", LIABILITIES],
  ["zh", "钱包", WALLET],
  ["zh", "手续费", FUND_RECORDS],
])("WEB-127 in %s “%s” finds the page by other words, without accents and case", (language, typed, to) => {
  expect(firstFor(language, typed)).toBe(to);
});

test("WEB-127 letters inside a synonym find nothing, and a title that starts with the query counts as named", () => {
  expect(firstFor("tr", "IŞIK")).toBeUndefined();
  expect(isNamed({ name: "Ücretler" }, "ucret")).toBe(true);
  expect(isNamed({ name: "Frais" }, "FRAIS")).toBe(true);
  expect(isNamed({ name: "Kararlar" }, "ücret")).toBe(false);
  expect(isNamed({ name: "Kararlar" }, " ")).toBe(false);
});

test("WEB-127 each page is the first that its Chinese name finds in Simplified characters", () => {
  const t = speaking("zh");
  const rows = pagesFor(true, ALL).map((page) => pageRow(t, page));
  for (const { name } of rows) expect(rank(rows, inSimplified(name))[0]?.name, name).toBe(name);
});

test("WEB-127 Simplified characters become the Traditional ones of articles, and the other way round", () => {
  expect(inTraditional("手续费与强平")).toBe("手續費與強平");
  expect(inSimplified("手續費與強平")).toBe("手续费与强平");
  expect(inTraditional("BTC 限制")).toBe("BTC 限制");
});

test.each([
  ["zh", "比特", "BTC"],
  ["zh", "比特币", "BTC"],
  ["zh", "狗狗", "DOGE"],
  ["en", "bitcoin", "BTC"],
] as const)("WEB-127 in %s “%s” finds the markets of %s", (language, typed, coin) => {
  const tag = LANGUAGE_TAGS[language];
  const markets = [
    { name: "BTC/USDT", others: coinWords("BTC", "Bitcoin", tag) },
    { name: "DOGE/USDT", others: coinWords("DOGE", "Dogecoin", tag) },
  ];
  expect(rank(markets, typed).map(({ name }) => name)).toEqual([`${coin}/USDT`]);
});

test("WEB-127 pages of visitors and of products that are not offered are not found where they are none", () => {
  expect(firstFor("en", "log in", true)).not.toBe(LOGIN);
  expect(firstFor("en", "log in", false)).toBe(LOGIN);
  const offered = pagesFor(true, (path) => path !== CONTRACTS);
  expect(offered.map(({ to }) => to)).not.toContain(CONTRACTS);
});

test("WEB-127 a number is one of an order or of a movement of money, whatever is pasted around it", () => {
  for (const [typed, number] of [
    [" 1234 ", "1234"],
    ["#1234", "1234"],
    ["w-88", "w-88"],
    ["o-7", "o-7"],
    ["btc", undefined],
    ["1inch", undefined],
    ["two words 12", undefined],
  ] as const)
    expect(numberIn(typed), typed).toBe(number);
});
