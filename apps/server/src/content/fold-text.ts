/** For searching: without case and accents, so that "zurück" is found by "ZURUCK". */
export function foldText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The words of a question, folded; none for an empty one. */
export function wordsOf(question: string): readonly string[] {
  return foldText(question)
    .split(/\s+/)
    .filter((word) => word !== "");
}
