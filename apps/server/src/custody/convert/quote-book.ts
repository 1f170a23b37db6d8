import type { Convert } from "@candor/domain/commands/convert-commands";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { writeQuoteId } from "./quote-id.ts";

/** Quotes that are remembered at a time; the oldest make room. */
const MAX_QUOTES = 20_000;

/** What a quote promises: the command that it becomes, its key left out. */
export type QuoteTerms = Omit<Convert, "key">;

interface GivenQuote {
  readonly terms: QuoteTerms;
  /** Under which key it is accepted, once somebody has begun to; all that accept it do so under this one. */
  key: string | undefined;
  /** Acceptances whose outcome is not known yet. */
  underway: number;
}

/**
 * Quotes that were given, for as long as there is room: an expired one is still known, so that it is said to have expired,
 * and a repeated acceptance can be answered with what the first one did. A quote is good for one conversion, whatever the keys
 * of the requests that accept it: the exchange executes a key once, and a quote has one.
 */
export class QuoteBook {
  private readonly quotes = new BoundedMap<string, GivenQuote>(MAX_QUOTES);

  give(terms: QuoteTerms): string {
    const quoteId = writeQuoteId(terms);
    this.quotes.set(quoteId, { terms, key: undefined, underway: 0 });
    return quoteId;
  }

  /** The command that accepts the quote, under the first key that it is accepted with. Others' quotes are not known. */
  accept(userId: number, quoteId: string, key: string): Convert | undefined {
    const quote = this.quotes.get(quoteId);
    if (quote?.terms.userId !== userId) return undefined;
    quote.key ??= key;
    quote.underway += 1;
    return { ...quote.terms, key: quote.key };
  }

  /** An acceptance was refused: when no other may still come through, the next one is free to have a key of its own. */
  refused(quoteId: string): void {
    const quote = this.quotes.get(quoteId);
    if (quote === undefined) return;
    quote.underway -= 1;
    if (quote.underway === 0) quote.key = undefined;
  }
}
