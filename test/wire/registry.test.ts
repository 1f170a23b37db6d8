import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { ERRORS } from "@candor/domain/errors";
import { formatDecimalText, numberMarks } from "@candor/text/decimal-text";
import { CALL_NAMES, CALLS } from "@candor/wire/calls";
import { CATALOGUES, messageOf, placeholdersOf } from "@candor/wire/messages/messages";
import { describe, expect, test } from "vitest";

const NAMES = ERRORS.map(({ name }) => name);

test("WIRE-13 no name stands twice, and no number has two meanings in a family", () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  for (const { number, name, family } of ERRORS) {
    if (number < 201) continue;
    const others = ERRORS.filter(
      (row) => row.number === number && row.name !== name && row.family !== family,
    );
    if (number < 400) expect(others, name).toEqual([]);
  }
});

/** `docs/api/errors.md` is written by this test: `vitest -u`. */
test("WIRE-13 the published table lists the registry", async () => {
  const rows = ERRORS.map(
    ({ number, name, family, message }) =>
      `| ${number === 0 ? "–" : number} | ${name} | ${family} | ${message.replaceAll("|", "\\|")} |`,
  );
  const text = [
    "# Errors",
    "",
    "One row an error. Programs branch on the name; the number is what an old client knows, and from 100 to 107 it means",
    "something else in each family. `{…}` are the values in `params`. Rows without a number are texts of successes.",
    "",
    "| Number | Error | Family | English text |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/api/errors.md");
});

/** `docs/api/calls.md` is written by this test: `vitest -u`. */
test("WIRE-13 the published list of calls is the call table", async () => {
  const login = { public: "–", optional: "?", required: "L" };
  const rows = CALL_NAMES.map((name) => {
    const call = CALLS[name];
    const marks = [
      login[call.login],
      call.kind === "money" ? "M" : "R",
      call.answersWhileClosed ? "C" : "",
      call.family,
      call.added ? "+" : "",
    ].filter((mark) => mark !== "");
    const rejects = call.rejects.length === 0 ? "–" : call.rejects.join(", ");
    return `| ${call.method} ${call.path} | ${marks.join(" ")} | ${call.summary} | ${rejects} |`;
  });
  const text = [
    "# Calls",
    "",
    "Fields and types stand in `/openapi.json`, and readable at `/docs` of every running server. Marks: `–` public, `?` more",
    "with a login, `L` login needed; `M` moves money or credentials and refuses unknown fields, `R` reads; `C` answers while",
    "the site is closed; the family picks the parameter error; `+` added by this product. Rejections are the call's own, in",
    "their order.",
    "",
    "| Call | Marks | What it does | Rejections |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/api/calls.md");
});

/** Uploads travel as multipart forms, which their own tests build. */
const MULTIPART = { name: "upload", test: "test/uploads/uploads.test.ts" };

test("API-01 every call is accepted in a test somewhere; with every kind of malformed input all are tried", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const tests = globSync("test/**/*.test.ts", { cwd: root });
  const sources = tests.map((file) => readFileSync(path.join(root, file), "utf8")).join("\n");
  const isAccepted = (name: string, callPath: string) =>
    new RegExp(`accepted\\([^;]{0,80}call\\(\\s*"${name}"|expectOk\\([^;]{0,80}"${callPath}"`, "i").test(
      sources,
    );
  const untested = CALL_NAMES.filter((name) => !isAccepted(name, CALLS[name].path));
  expect(untested).toEqual([MULTIPART.name]);
  expect(tests).toContain(MULTIPART.test);
});

describe.each(LANGUAGES)("%s", (language) => {
  const catalogue = CATALOGUES[language];

  test("WIRE-13 every error has its text, none is left over, and the placeholders are the same", () => {
    expect(Object.keys(catalogue.errors).sort()).toEqual([...NAMES].sort());
    for (const { name, message } of ERRORS) {
      const text = catalogue.errors[name];
      expect(text.trim(), name).not.toBe("");
      expect(placeholdersOf(text), name).toEqual(placeholdersOf(message));
    }
    for (const [name, text] of Object.entries(catalogue.wordings)) {
      const english = CATALOGUES.en.wordings[name as keyof typeof catalogue.wordings];
      expect(placeholdersOf(text), name).toEqual(placeholdersOf(english));
      expect(text === english, name).toBe(language === "en");
    }
    for (const section of ["codeMessage", "holdReasons", "securityMessage", "outboxPage"] as const) {
      const english: Readonly<Record<string, string>> = { ...CATALOGUES.en[section] };
      for (const [part, text] of Object.entries(catalogue[section]))
        expect(placeholdersOf(text), part).toEqual(placeholdersOf(english[part] ?? ""));
    }
  });

  test("WIRE-13 texts are translated, not copied", () => {
    if (language === "en") return;
    const copied = NAMES.filter((name) => catalogue.errors[name] === CATALOGUES.en.errors[name]);
    expect(copied).toEqual([]);
  });

  test("WIRE-13 values are filled in, states and times in words", () => {
    const closed = messageOf("trade.orderClosed", language, { status: "filled" });
    expect(closed).toContain(catalogue.orderStatuses.filled);
    const locked = messageOf("user.paymentPasswordLocked", language, {
      untilMs: Date.UTC(2026, 0, 1, 12, 0, 1),
    });
    expect(locked).toContain("2026-01-01 12:01 UTC");
    const minimum = formatDecimalText("1250.5", numberMarks(LANGUAGE_TAGS[language]));
    expect(messageOf("wallet.belowMinimumTransfer", language, { min: "1250.500000" })).toContain(minimum);
    const held = messageOf("withdrawal.hold", language, { reason: "contact", untilMs: 0 });
    expect(held).toContain(catalogue.holdReasons.contact);
    expect(messageOf("trade.amountError", language, {})).not.toMatch(/[{}]/);
  });
});

test("WIRE-13 the rejections that calls name are those of their family, each once", () => {
  for (const name of CALL_NAMES) {
    const { rejects, family } = CALLS[name];
    expect(new Set(rejects).size, name).toBe(rejects.length);
    const wrong = family === "trade" ? "request.parameterError" : "trade.invalidParameters";
    expect(rejects).not.toContain(wrong);
  }
});
