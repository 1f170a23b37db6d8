/** Letters that Unicode does not take apart, as people without them on their keyboard type them. */
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

/** For searching: without case and accents, the same in every language, so that "zurück" is found by "ZURUCK". */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a question, folded; none for an empty one. */
export function wordsOf(question: string): readonly string[] {
  return foldText(question)
    .split(/\s+/)
    .filter((word) => word !== "");
}
