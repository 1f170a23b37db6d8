export type VerificationLevel = 1 | 2;

/** Events of users' verification. Personal data appears only sealed with the user's own key. */
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
  /** For the user; "" if there is none. */
  readonly reason: string;
  readonly reviewer: string;
  readonly reviewedAtMs: number;
}

/**
 * The account is closed: passed documents are kept, sealed, for the legal retention period, everything else is erased.
 */
interface Retained {
  readonly type: "retained";
  readonly userId: number;
  readonly untilMs: number;
}

/** Level 1: the user's claimed identity and the document that proves it. Photos are references to uploads. */
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
