/** Letters that Unicode does not decompose, mapped to what people type without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Folds case and accents for searching, the same in every language, so that "ZURUCK" finds "zurück". */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** Splits a search query into folded words; empty for an empty query. */
export function wordsOf(question: string): readonly string[] {
  return foldText(question)
    .split(/\s+/)
    .filter((word) => word !== "");
}
