import { foldText, wordsOf } from "@candor/text/fold-text";
import { inSimplified } from "./han.ts";

/** A searchable entry: its name, and synonyms with a lower weight. */
export interface Searchable {
  readonly name: string;
  readonly others?: string | undefined;
}

const WHOLE_NAME = 100;
const WHOLE_SYNONYM = 50;
const START_OF_NAME = 4;
const START_OF_WORD = 3;
const START_OF_OTHER = 2;
const INSIDE = 1;

const startsWord = (text: string, word: string): boolean =>
  text.startsWith(word) || text.split(/[\s,、/·-]+/).some((each) => each.startsWith(word));

/** Chinese has no spaces between words, so a synonym may contain another. */
const HAN = /\p{Script=Han}/u;

/**
 * Returns how well one word matches; 0 for no match. Letters inside a synonym do not count: "işik" is inside
 * "değişiklik", but has nothing to do with it.
 */
function fit(name: string, others: string, word: string): number {
  if (name.startsWith(word)) return START_OF_NAME;
  if (startsWord(name, word)) return START_OF_WORD;
  if (startsWord(others, word)) return START_OF_OTHER;
  return name.includes(word) || (HAN.test(word) && others.includes(word)) ? INSIDE : 0;
}

const searchedText = (text: string): string => inSimplified(foldText(text));

/** Returns the score of a query that is a whole name or synonym. */
function wholeScore(name: string, others: string, question: string): number {
  if (name === question) return WHOLE_NAME;
  return others.split(/[,、]/).some((each) => each.trim() === question) ? WHOLE_SYNONYM : 0;
}

/** Whether a name starts with the query. */
export function isNamed({ name }: Searchable, question: string): boolean {
  const start = wordsOf(inSimplified(question)).join(" ");
  return start !== "" && searchedText(name).startsWith(start);
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
      const name = searchedText(entry.name);
      const others = searchedText(entry.others ?? "");
      const fits = words.map((word) => fit(name, others, word));
      const sum = fits.reduce((total, each) => total + each, wholeScore(name, others, words.join(" ")));
      return { entry, score: fits.includes(0) ? 0 : sum };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
