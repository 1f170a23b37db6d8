import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FEATURES = path.join(import.meta.dirname, "../../features");
/** The user's own amounts, as named in code. */
const OWN = /\b(?:available|frozen|balanceAfter|equityUnits|usableUnits|availableUnits|inTree)\b/;
/** A component that ignores whether balances are hidden. */
const PLAIN = /<(?:FinancialText|MoneyText)\b[^>]*>/g;

/** Finds elements that show a balance even if balances are hidden. */
const openBalances = (source: string): string[] =>
  [...source.matchAll(PLAIN)]
    .map(([element]) => element)
    .filter((element) => OWN.test(element) && !/\bhidden=|\bisOwn\b/.test(element));

test("WEB-110 a balance that asks nobody is found", () => {
  expect(openBalances("<FinancialText value={balance.available} minDecimals={2} />")).toHaveLength(1);
  expect(openBalances("<MoneyText units={account.equityUnits} terms={terms} />")).toHaveLength(1);
  expect(openBalances("<FinancialText value={balance.available} hidden={isHidden} />")).toEqual([]);
  expect(openBalances("<MoneyText units={usableUnits} isOwn />")).toEqual([]);
  expect(openBalances("<FinancialText value={market.price} />")).toEqual([]);
});

test("WEB-110 hidden balances are hidden on every screen", () => {
  const files = globSync("**/*.tsx", { cwd: FEATURES });
  expect(files.length).toBeGreaterThan(100);
  const open = files.flatMap((file) =>
    openBalances(readFileSync(path.join(FEATURES, file), "utf8")).map((element) => `${file}: ${element}`),
  );
  expect(open).toEqual([]);
});
