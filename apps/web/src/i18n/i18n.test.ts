import { expect, test } from "vitest";
import { activateLanguage, i18n, loadWords, translate, withWords } from "./i18n.ts";

/** Records each language switch and how a text reads at that moment. */
function readAtEverySwitch(key: "trade.buy" | "wallet.walletColumn"): readonly string[] {
  const read: string[] = [];
  i18n.on("change", () => read.push(`${i18n.locale}: ${translate(key)}`));
  return read;
}

test("WEB-23 the words of a screen come with it in the spoken language, and later switches know them at once", async () => {
  await activateLanguage("de");
  expect(translate("shell.tabMe")).toBe("Konto");
  expect(translate("trade.buy")).toBe("trade.buy");
  const part = await withWords(["trade"], () => Promise.resolve("the screen"));
  expect(part).toBe("the screen");
  expect(translate("trade.buy")).not.toBe("trade.buy");
  const read = readAtEverySwitch("trade.buy");
  await activateLanguage("el");
  expect(read.length).toBeGreaterThan(0);
  expect(read).not.toContain("el: trade.buy");
  expect(read.at(-1)).toMatch(/^el: \p{Script=Greek}/u);
});

test("WEB-23 a screen that is opened while the language changes has its words in both", async () => {
  await activateLanguage("en");
  const read = readAtEverySwitch("wallet.walletColumn");
  await Promise.all([activateLanguage("zh"), loadWords(["wallet"])]);
  expect(i18n.locale.startsWith("zh")).toBe(true);
  expect(read.at(-1)).not.toContain("wallet.walletColumn");
});

test("WEB-23 of two switches the later one wins", async () => {
  await Promise.all([activateLanguage("fr"), activateLanguage("hu")]);
  expect(i18n.locale).toBe("hu");
});
