import type { HoldReason, OrderStatus, TransactionNote } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type { Sections } from "./texts.ts";

/**
 * Replaces an error's text where it would name the wrong cause: for trade.amountError when the amount exceeds the
 * maximum, for lever.marginLevel when the account holds less than the amount, for trade.wouldTake when the order must rest
 * because another one of its list waits.
 */
export type Wording = keyof Sections["wordings"];

/** Reasons shown with verifications that the sandbox's demo reviewer approved or rejected. */
export type DemoReviewTexts = Sections["demo-reviews"];

/** Mails about changes that someone else might have made. */
export type SecurityMessageTexts = Sections["security-message"];

/** All texts the server shows to people, in one language. {placeholders} are filled from the reply's params. */
export interface MessageCatalogue {
  readonly errors: Readonly<Record<ErrorName, string>>;
  readonly wordings: Sections["wordings"];
  readonly orderStatuses: Readonly<Record<OrderStatus, string>>;
  /** The email or text message with a six-digit code. */
  readonly codeMessage: Sections["code-message"];
  readonly demoReviews: DemoReviewTexts;
  /** Why withdrawals are on hold; follows a colon. */
  readonly holdReasons: Readonly<Record<HoldReason, string>>;
  readonly securityMessage: SecurityMessageTexts;
  /** Findings about a transaction that a user submits. */
  readonly transactionNotes: Readonly<Record<TransactionNote, string>>;
  /** The sandbox's page of emails and text messages. */
  readonly outboxPage: Sections["outbox-page"];
}
