import type { DemoReviewTexts } from "@candor/wire/translations/catalogue";
import type { IdentityDocument } from "./verification-records.ts";

/** Reasons of the sandbox's demo reviewer: everything it checks, in order. */
export type DemoFinding = keyof DemoReviewTexts;

/** Texts as stored in its reviews; readers see them in their own language. */
export const DEMO_REASONS: Readonly<Record<DemoFinding, string>> = {
  nameWithDigits: "Demo reviewer: the name has digits in it.",
  numberOfOneSign: "Demo reviewer: the document's number is one sign repeated.",
  photoOfDocument: "Demo reviewer: the photo of the person is the document's photo.",
  passed: "The sandbox's demo reviewer passes what is complete; nobody has looked at the documents.",
};

/** A submission: for level 2 the photos as bytes, the person's first. */
export type DemoSubmission =
  | { readonly level: 1; readonly document: Pick<IdentityDocument, "fullName" | "idNumber"> }
  | { readonly level: 2; readonly live: Uint8Array; readonly document: readonly Uint8Array[] };

/**
 * Applies the rules of docs/operator.md. They do not judge people: they only exist so that both outcomes can be seen.
 */
export function demoFinding(submission: DemoSubmission): DemoFinding {
  if (submission.level === 2) {
    const { live, document } = submission;
    return document.some((photo) => Buffer.from(photo).equals(live)) ? "photoOfDocument" : "passed";
  }
  const { fullName, idNumber } = submission.document;
  if (/\p{Nd}/u.test(fullName)) return "nameWithDigits";
  const signs = new Set(idNumber.replaceAll(/[ -]/g, "").toUpperCase());
  return signs.size < 2 ? "numberOfOneSign" : "passed";
}

/** Returns which finding a stored reason means; reviews from earlier versions had passed. */
export function findingOf(reason: string): DemoFinding {
  const findings = Object.keys(DEMO_REASONS) as DemoFinding[];
  return findings.find((finding) => DEMO_REASONS[finding] === reason) ?? "passed";
}
