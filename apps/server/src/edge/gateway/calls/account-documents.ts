import type { WireAccountDocument } from "@candor/wire/account-document-calls";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import type { SavedDocument } from "../../../people/account-documents/document-state.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

const toWireDocument = ({ name, version, text }: SavedDocument): WireAccountDocument => ({
  name,
  version,
  value: JSON.parse(text) as unknown,
});

export function accountDocuments({
  accountDocuments: documents,
}: Ports<"accountDocuments">): CallHandler<"accountDocuments"> {
  return ({ names }, context): CallReply<"accountDocuments"> => ({
    list: documents.read(userOf(context), names).map(toWireDocument),
  });
}

/** Rejects 111, 413. */
export function saveDocument({
  accountDocuments: documents,
}: Ports<"accountDocuments">): CallHandler<"saveDocument"> {
  return async ({ name, value, basedOn }, context): Promise<Outcome<CallReply<"saveDocument">>> => {
    if (value === undefined)
      return rejectFields("request.parameterError", { path: "value", reason: "missing" });
    const text = value === null ? undefined : JSON.stringify(value);
    const outcome = await documents.save(userOf(context), { name, text, basedOn });
    if (outcome instanceof Rejected) return outcome;
    const { saved, current } = outcome;
    return {
      saved,
      version: current?.version ?? 0,
      newer: saved || current === undefined ? null : toWireDocument(current),
    };
  };
}
