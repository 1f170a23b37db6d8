import type { ErrorName } from "@candor/domain/errors";
import { messageOf } from "@candor/wire/messages/messages";
import type { z } from "zod";
import { Refusal } from "./operator-messages.ts";

/** What other parts of the program say, as operators read it: with a capital and a full stop. */
export function asSentence(text: string): string {
  const [first = "", ...rest] = text;
  const capital = first.toUpperCase() + rest.join("");
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** Which field is not in its form, and what is. */
export function sentenceOfIssue(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join(".") ?? "";
  const expected = issue?.message ?? "not in its form";
  return asSentence(`Check ${place === "" ? "the value" : place}: ${expected}`);
}

/** In the words that traders read of the same rejection, and by the name that documents have. */
export function refusedByExchange(error: ErrorName): Refusal {
  const words = messageOf(error, "en").replace(/[.]$/, "");
  return new Refusal(`The exchange refused it: ${words} (${error}).`);
}
