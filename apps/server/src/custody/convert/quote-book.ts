import type { Convert } from "@candor/domain/commands/convert-commands";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { writeQuoteId } from "./quote-id.ts";

/** Maximum number of remembered quotes; the oldest are evicted. */
const MAX_QUOTES = 20_000;

/** The terms of a quote: the resulting command without its key. */
export type QuoteTerms = Omit<Convert, "key">;

interface GivenQuote {
  readonly terms: QuoteTerms;
  /** The idempotency key of the first acceptance; later acceptances use the same key. */
  key: string | undefined;
  /** Number of acceptances in progress. */
  underway: number;
}

/**
 * Remembers issued quotes up to a limit. Expired ones are kept, so that they can be reported as expired and a repeated
 * acceptance gets the first one's result. A quote is good for one conversion, whatever keys the accepting requests
 * carry: the exchange executes a key once, and a quote has one key.
 */
export class QuoteBook {
  private readonly quotes = new BoundedMap<string, GivenQuote>(MAX_QUOTES);

  give(terms: QuoteTerms): string {
    const quoteId = writeQuoteId(terms);
    this.quotes.set(quoteId, { terms, key: undefined, underway: 0 });
    return quoteId;
  }

  /**
   * Returns the command that accepts the quote, under the key of its first acceptance. Returns undefined for another
   * user's quote.
   */
  accept(userId: number, quoteId: string, key: string): Convert | undefined {
    const quote = this.quotes.get(quoteId);
    if (quote?.terms.userId !== userId) return undefined;
    quote.key ??= key;
    quote.underway += 1;
    return { ...quote.terms, key: quote.key };
  }

  /** Notes a rejected acceptance. When no other is in progress, the next one may use a new key. */
  refused(quoteId: string): void {
    const quote = this.quotes.get(quoteId);
    if (quote === undefined) return;
    quote.underway -= 1;
    if (quote.underway === 0) quote.key = undefined;
  }
}
