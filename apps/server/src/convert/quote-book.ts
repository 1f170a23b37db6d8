import { randomUUID } from "node:crypto";
import type { Convert } from "@candor/protocol/convert-commands";
import { BoundedMap } from "../identity/bounded-map.ts";

/** Quotes that are remembered at a time; the oldest make room. */
const MAX_QUOTES = 20_000;

/** What a quote promises: the command that it becomes, its key left out. */
export type QuoteTerms = Omit<Convert, "key">;

/**
 * Quotes that were given, for as long as there is room: an expired one is still known, so that it is said to have expired,
 * and a repeated acceptance can be answered with what the first one did.
 */
export class QuoteBook {
  private readonly quotes = new BoundedMap<string, QuoteTerms>(MAX_QUOTES);

  give(terms: QuoteTerms): string {
    const quoteId = randomUUID();
    this.quotes.set(quoteId, terms);
    return quoteId;
  }

  /** Others' quotes are not known. */
  find(userId: number, quoteId: string): QuoteTerms | undefined {
    const terms = this.quotes.get(quoteId);
    return terms?.userId === userId ? terms : undefined;
  }
}
