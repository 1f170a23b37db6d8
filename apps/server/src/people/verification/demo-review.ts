import type { DemoReviewTexts } from "@candor/wire/messages/catalogue";
import type { IdentityDocument } from "./verification-records.ts";

/** Why the sandbox's demo reviewer decided as it did: all that it looks at, in the order in which it looks. */
export type DemoFinding = keyof DemoReviewTexts;

/** As its reviews are kept; readers are shown the same in their own language. */
export const DEMO_REASONS: Readonly<Record<DemoFinding, string>> = {
  nameWithDigits: "Demo reviewer: the name has digits in it.",
  numberOfOneSign: "Demo reviewer: the document's number is one sign repeated.",
  photoOfDocument: "Demo reviewer: the photo of the person is the document's photo.",
  passed: "The sandbox's demo reviewer passes what is complete; nobody has looked at the documents.",
};

/** What was submitted: of level 2 the photos as bytes, the person's first. */
export type DemoSubmission =
  | { readonly level: 1; readonly document: Pick<IdentityDocument, "fullName" | "idNumber"> }
  | { readonly level: 2; readonly live: Uint8Array; readonly document: readonly Uint8Array[] };

/** The rules of docs/operator.md. They know nothing of people: they are there so that both outcomes can be seen. */
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

/** Which of its findings a kept reason says; reviews of earlier versions had passed. */
export function findingOf(reason: string): DemoFinding {
  const findings = Object.keys(DEMO_REASONS) as DemoFinding[];
  return findings.find((finding) => DEMO_REASONS[finding] === reason) ?? "passed";
}
