import { foldText, wordsOf } from "@candor/text/fold-text";
import { inSimplified } from "./han.ts";

/** A searchable entry: its name, and synonyms with a lower weight. */
export interface Searchable {
  readonly name: string;
  readonly others?: string | undefined;
}

const WHOLE_NAME = 100;
const START_OF_NAME = 4;
const START_OF_WORD = 3;
const START_OF_OTHER = 2;
const INSIDE = 1;

const startsWord = (text: string, word: string): boolean =>
  text.startsWith(word) || text.split(/[\s,、/·-]+/).some((each) => each.startsWith(word));

/** Returns how well one word matches; 0 for no match. */
function fit(name: string, others: string, word: string): number {
  if (name.startsWith(word)) return START_OF_NAME;
  if (startsWord(name, word)) return START_OF_WORD;
  if (startsWord(others, word)) return START_OF_OTHER;
  return name.includes(word) || others.includes(word) ? INSIDE : 0;
}

/** Returns the entries that contain all words of the query, best first; ties keep their order. */
export function rank<Entry extends Searchable>(
  entries: readonly Entry[],
  question: string,
): readonly Entry[] {
  const words = wordsOf(inSimplified(question));
  if (words.length === 0) return [];
  return entries
    .map((entry) => {
      const name = inSimplified(foldText(entry.name));
      const others = inSimplified(foldText(entry.others ?? ""));
      const fits = words.map((word) => fit(name, others, word));
      const sum = fits.reduce((total, each) => total + each, name === words.join(" ") ? WHOLE_NAME : 0);
      return { entry, score: fits.includes(0) ? 0 : sum };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
