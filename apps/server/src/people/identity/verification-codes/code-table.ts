import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { CodeGroup, CodeRecord, SentCodes, WrongCodesOf } from "./code-records.ts";

export const DAY_MS = 86_400_000;

/** Verification codes and strangers' wrong ones, built from the records so far. Groups never evict each other's. */
export class CodeTable {
  private readonly sentTo = {
    session: new BoundedMap<string, SentCodes>(IDENTITY_LIMITS.maxCodeRecipients),
    place: new BoundedMap<string, SentCodes>(IDENTITY_LIMITS.maxCodeRecipients),
    stranger: new BoundedMap<string, SentCodes>(IDENTITY_LIMITS.maxCodeRecipients),
  } satisfies Record<CodeGroup, unknown>;
  private readonly wrongFor = new BoundedMap<string, WrongCodesOf>(IDENTITY_LIMITS.maxCodeRecipients);

  apply(record: CodeRecord): void {
    if (record.type === "codes") this.sentTo[record.group].set(record.recipient, record.sent);
    else this.wrongFor.set(record.recipient, record.wrong);
  }

  sent(group: CodeGroup, recipient: string): SentCodes | undefined {
    return this.sentTo[group].get(recipient);
  }

  wrong(recipient: string): WrongCodesOf | undefined {
    return this.wrongFor.get(recipient);
  }

  allWrong(): IterableIterator<[string, WrongCodesOf]> {
    return this.wrongFor.all();
  }

  /** Returns records that restore this table, without what is older than a day: no limit looks further back. */
  *dump(nowMs: number): Generator<CodeRecord> {
    const isRecent = (atMs: number | undefined): boolean => atMs !== undefined && atMs > nowMs - DAY_MS;
    for (const group of ["session", "place", "stranger"] as const)
      for (const [recipient, sent] of this.sentTo[group].all())
        if (isRecent(sent.sentAtMs.at(-1))) yield { type: "codes", group, recipient, sent };
    for (const [recipient, wrong] of this.wrongFor.all())
      if (isRecent(wrong.guesses.at(-1)?.atMs)) yield { type: "wrong-codes", recipient, wrong };
  }
}
