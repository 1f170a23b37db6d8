import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Sources of all texts shown to operators. */
const SOURCES = [
  "apps/server/src/{operators/{desk,accounts,protocol},edge/console-api,people/content}/**/*.ts",
  "apps/server/src/operators/settings/setting-forms.ts",
  "apps/server/src/custody/chain/{find-deposits,no-chains}.ts",
];
/** Text after these patterns is shown to an operator. */
const TOLD =
  /new (?:Refusal|SignInRefusal|ContentProblem)\(|failCall\(|\bnote: |\{ problem: |\bconst (?:WRONG|WAIT|LINK_ENDED|NAME_RULE|ROLES_RULE|NOT_HERE|PROBLEMS|REASON_WORDS)\b.*?=\s/g;
/** These return problems as text. */
const RETURNS = ["operator-password.ts", "find-deposits.ts", "operator-changes.ts"];
const RETURNED = /\breturn (?=[`"])/g;
/** Placeholders that are complete sentences. */
const SENTENCES = /^\$\{(raised|done|ROLES_RULE|[a-z]+\.problem)\}/;
const SENTENCES_AT_THE_END = /\$\{([a-zA-Z]+\.problem|describeOperatorChange\(.*\)|asSentence\(.*\))\}$/;

/** Returns the end of the string or template starting at `from`. */
function endOfText(code: string, from: number): number {
  const quote = code[from];
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at;
    else if (quote === "`" && code.startsWith("${", at)) at = endOfExpression(code, at + 2);
  }
  throw new Error("a text without an end");
}

/** Returns where the expression at `from` ends: at its closing bracket, or at a comma or semicolon outside brackets. */
function endOfExpression(code: string, from: number, stopsAtComma = false): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const sign = code[at] as string;
    if ("\"'`".includes(sign)) at = endOfText(code, at);
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return at;
    else if (depth === 0 && (sign === ";" || (stopsAtComma && sign === ","))) return at;
  }
  throw new Error("an expression without an end");
}

/** Returns the texts of an expression, except comparisons and names. */
function textsOf(expression: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < expression.length; at++) {
    if (!"\"'`".includes(expression[at] as string)) continue;
    const end = endOfText(expression, at);
    const isCompared = /[=!]==\s*$|\[$|join\($|\?\?\s*$/.test(expression.slice(0, at));
    const isKey = expression[end + 1] === ":";
    if (!isCompared && !isKey) texts.push(expression.slice(at + 1, end));
    at = end;
  }
  return texts;
}

function isSentence(text: string): boolean {
  const begins = /^[A-Z]/.test(text) || SENTENCES.test(text);
  return begins && (/[.…]$/.test(text) || SENTENCES_AT_THE_END.test(text));
}

function operatorTextsIn(file: string): string[] {
  const code = readFileSync(path.join(ROOT, file), "utf8");
  const returned = RETURNS.includes(path.basename(file)) ? code.matchAll(RETURNED) : [];
  return [...code.matchAll(TOLD), ...returned].flatMap(({ index, 0: how }) => {
    const from = index + how.length;
    const isProperty = /^(note|\{ problem)/.test(how);
    return textsOf(code.slice(from, endOfExpression(code, from, isProperty)));
  });
}

test("CONS-16 every text for operators is a sentence: a capital, a full stop, and no identifier in front", () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const texts = files.flatMap((file) =>
    operatorTextsIn(file).map((text) => ({ file: path.basename(file), text })),
  );
  // A minimum, so that a broken search cannot pass.
  expect(texts.length).toBeGreaterThan(120);
  expect(texts.filter(({ text }) => text !== "" && !isSentence(text))).toEqual([]);
});
