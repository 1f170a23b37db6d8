/** For searching: without case and accents, so that "zurück" is found by "ZURUCK". */
export function foldText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Does a text contain each word of a question? An empty question is in every text. */
export function containsWords(text: string, question: string): boolean {
  const folded = foldText(text);
  return foldText(question)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
