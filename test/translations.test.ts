import { expect, test } from "vitest";
import {
  accepted,
  englishTexts,
  readRecord,
  sourceHash,
  staleSources,
} from "../scripts/translation-sources.ts";

test("I18N-01 every translation was made from the English text as it is now", () => {
  const { changed, gone } = staleSources(englishTexts(), readRecord());
  const toDo = "translate these into all languages, then: node scripts/accept-translations.ts <name>…";
  expect(changed, toDo).toEqual([]);
  expect(gone, "gone: node scripts/accept-translations.ts all").toEqual([]);
});

test("I18N-01 a changed or new English text is found, and stays found until its translations are accepted", () => {
  const before = new Map([
    ["trade.buy", "Buy"],
    ["trade.sell", "Sell"],
    ["article.fees", "# Fees"],
  ]);
  const record = accepted(before, {}, new Set(before.keys()));
  expect(record["trade.buy"]).toBe(sourceHash("Buy"));
  expect(staleSources(before, record)).toEqual({ changed: [], gone: [] });
  const now = new Map([
    ["trade.buy", "Buy now"],
    ["trade.cost", "Cost"],
    ["article.fees", "# Fees"],
  ]);
  expect(staleSources(now, record)).toEqual({ changed: ["trade.buy", "trade.cost"], gone: ["trade.sell"] });
  const half = accepted(now, record, new Set(["trade.cost"]));
  expect(staleSources(now, half)).toEqual({ changed: ["trade.buy"], gone: [] });
  expect(staleSources(now, accepted(now, half, new Set(["trade.buy"])))).toEqual({ changed: [], gone: [] });
});

test("I18N-01 the texts of the app, the server's messages and the articles are all recorded", () => {
  const names = [...englishTexts().keys()];
  for (const prefix of [
    "shell.",
    "trade.",
    "server.errors.",
    "server.notices.",
    "server.fund-notes.",
    "article.",
  ])
    expect(names.filter((name) => name.startsWith(prefix)).length, prefix).toBeGreaterThan(5);
  // Errors are translated from the app's plain English, not from the wire's.
  expect(englishTexts().get("server.errors.user.emailExists")).toBe("This e-mail is already in use");
});
