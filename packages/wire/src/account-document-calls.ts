import { z } from "zod";
import { defineCall } from "./call.ts";
import { count, json } from "./primitives.ts";

const group = "Account documents";
/** `layout`, `drawings:BTCUSDT`. */
const NAME = /^[a-z][a-z0-9-]*(:[A-Za-z0-9-]+)*$/;
const MAX_NAME = 64;
const MAX_NAMES = 200;

const name = z.string().max(MAX_NAME).regex(NAME);
const version = count.meta({ description: "Of the document; grows with each save." });
/** Any JSON; the wire's general bounds limit depth, texts and lists. */
const value = json;
const accountDocument = z.strictObject({ name, version, value }).meta({ id: "AccountDocument" });
export type WireAccountDocument = z.output<typeof accountDocument>;

export const ACCOUNT_DOCUMENT_CALLS = {
  accountDocuments: defineCall({
    call: "POST /User/documents",
    marks: "L R other +",
    group,
    summary: "What the app keeps for the account: layouts, settings, drawings and lists, by name.",
    request: z.object({
      names: z
        .array(name)
        .max(MAX_NAMES)
        .optional()
        .meta({ description: "Only these; all documents if absent." }),
    }),
    reply: z.strictObject({ list: z.array(accountDocument) }),
  }),
  saveDocument: defineCall({
    call: "POST /User/saveDocument",
    marks: "L R other +",
    group,
    summary: "Saves a document unless there is a newer version, which is then returned instead.",
    rateClass: "document",
    request: z.object({
      name,
      value: value.meta({ description: "At most 32 KiB of JSON. `null` removes the document." }),
      basedOn: count.meta({ description: "The version that was changed; 0 for a new document." }),
    }),
    reply: z.strictObject({
      saved: z
        .boolean()
        .meta({ description: "False if there is a newer version; nothing has changed then." }),
      version: version.meta({ description: "The current one; 0 if there is no document." }),
      newer: accountDocument.nullable().meta({ description: "If it was not saved: the current document." }),
    }),
    rejects: ["request.parameterError", "request.tooLarge"],
    verbatim: ["value"],
  }),
} as const;
