import type { ErrorName } from "@candor/domain/errors/errors";
import { messageOf } from "@candor/wire/translations/messages";
import type { z } from "zod";
import { Refusal } from "./operator-messages.ts";

/** Turns messages from other modules into sentences: with a capital letter and a full stop. */
export function asSentence(text: string): string {
  const [first = "", ...rest] = text;
  const capital = first.toUpperCase() + rest.join("");
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** Describes which field is invalid and why. */
export function sentenceOfIssue(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join(".") ?? "";
  const expected = issue?.message ?? "invalid value";
  return asSentence(`Check ${place === "" ? "the value" : place}: ${expected}`);
}

/** Uses the wording that traders see for the same rejection, and the documented name. */
export function refusedByExchange(error: ErrorName): Refusal {
  const words = messageOf(error, "en").replace(/[.]$/, "");
  return new Refusal(`The exchange rejected it: ${words} (${error}).`);
}
