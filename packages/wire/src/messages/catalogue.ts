import type { HoldReason, OrderStatus, TransactionNote } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors";
import type { Sections } from "./texts.ts";

/**
 * Replaces an error's text where it would name the wrong cause: for trade.amountError when the amount exceeds the
 * maximum, for lever.marginLevel when the account holds less than the amount.
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
  /** The mail or text message with a six-digit code. */
  readonly codeMessage: Sections["code-message"];
  readonly demoReviews: DemoReviewTexts;
  /** Why withdrawals are on hold; follows a colon. */
  readonly holdReasons: Readonly<Record<HoldReason, string>>;
  readonly securityMessage: SecurityMessageTexts;
  /** Findings about a transaction that a user submits. */
  readonly transactionNotes: Readonly<Record<TransactionNote, string>>;
<<<<<<< 94d39a01ae88a24af3e25af90265f860724fefae
  /** The sandbox's page of mails and text messages. */
  readonly outboxPage: Sections["outbox-page"];
=======
  readonly outboxPage: OutboxPageTexts;
}

/** Reasons shown with verifications that the sandbox's demo reviewer approved or rejected. */
export interface DemoReviewTexts {
  readonly nameWithDigits: string;
  readonly numberOfOneSign: string;
  readonly photoOfDocument: string;
  readonly passed: string;
}

/** The mail or text message with a six-digit code. */
interface CodeMessageTexts {
  readonly subject: string;
  /** Purpose of the code; contains {code}. */
  readonly register: string;
  readonly reset: string;
  readonly bind: string;
  readonly payment: string;
  readonly close: string;
  /** With {minutes}. */
  readonly validity: string;
  readonly warning: string;
  /** With {phrase}. */
  readonly antiPhishing: string;
}

/** Mails about changes that someone else might have made. */
export interface SecurityMessageTexts {
  readonly subject: string;
  readonly passwordChanged: string;
  readonly paymentPasswordChanged: string;
  /** With {target}, masked. */
  readonly contactReplaced: string;
  readonly totpEnabled: string;
  readonly totpDisabled: string;
  readonly secondFactorTried: string;
  /** With {name}. */
  readonly passkeyAdded: string;
  readonly passkeyRemoved: string;
  readonly apiKeyAdded: string;
  readonly apiKeyRemoved: string;
  /** With {name} of the device and {address}, masked. */
  readonly newDevice: string;
  /** With {target}, masked. */
  readonly contactBound: string;
  readonly paymentPasswordSet: string;
  /** With {name}s. */
  readonly apiKeysEnded: string;
  /** With {name} and {until}. */
  readonly apiKeyTradeEnds: string;
  /** With {address} and {chain}. */
  readonly addressAdded: string;
  /** With {amount}, {asset}, {address} and {chain}. */
  readonly withdrawalRequested: string;
  readonly accountFrozen: string;
  /** With {name}s. */
  readonly passkeysRemoved: string;
  readonly contactsRemoved: string;
  readonly apiKeysKept: string;
  readonly passkeysKept: string;
  /** With {link}. */
  readonly freeze: string;
  /** The last mail; ends with only the time. */
  readonly accountClosed: string;
  /** With {time}. */
  readonly time: string;
  /** With {until}. */
  readonly hold: string;
  readonly notYou: string;
}

/** The sandbox's page of mails and text messages. */
interface OutboxPageTexts {
  /** For browsers that have not opened the printed link. */
  readonly locked: string;
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly emptyNote: string;
  /** With {address}. */
  readonly to: string;
  readonly mail: string;
  readonly phone: string;
  readonly site: string;
  readonly code: string;
  readonly refresh: string;
>>>>>>> f612ae95af11866a707e4e8d204d85ded79f48c9
}
