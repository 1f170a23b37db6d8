export type VerificationLevel = 1 | 2;

/** What happened to people's verification. Who they are is only ever here sealed with their own key. */
export type VerificationRecord =
  | Submitted
  | Reviewed
  | Retained
  | { readonly type: "forgotten"; readonly userId: number };

export interface Submitted {
  readonly type: "submitted";
  /** `<user>-<level>-<attempt>` */
  readonly submissionId: string;
  readonly userId: number;
  readonly level: VerificationLevel;
  /** A SubmittedDocument of that level as JSON. */
  readonly sealed: string;
  readonly submittedAtMs: number;
}

export interface Reviewed {
  readonly type: "reviewed";
  readonly submissionId: string;
  readonly outcome: "passed" | "refused";
  /** For the user; "" for none. */
  readonly reason: string;
  readonly reviewer: string;
  readonly reviewedAtMs: number;
}

/** Their account is closed: what has passed is kept, sealed, for as long as the law wants, all else is forgotten. */
export interface Retained {
  readonly type: "retained";
  readonly userId: number;
  readonly untilMs: number;
}

/** Level 1: who somebody says to be, and the document that shows it. Photos are references to uploads. */
export interface IdentityDocument {
  readonly country: string;
  readonly fullName: string;
  readonly idNumber: string;
  readonly address: string;
  readonly photoFront: string;
  readonly photoBack: string;
}

/** Level 2: a photo of the person with the document. */
export interface LivePhoto {
  readonly photoLive: string;
}
