import type { HoldReason, OrderStatus, TransactionNote } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors";

/**
 * What is said in place of an error's own words where they would name the wrong cause: of trade.amountError that the amount is
 * above the largest, of lever.marginLevel that the account does not hold so much.
 */
export type Wording = "amountAboveLargest" | "notInMarginAccount";

/** What the server says to people, in one language. {placeholders} are filled from the reply's params. */
export interface MessageCatalogue {
  readonly errors: Readonly<Record<ErrorName, string>>;
  readonly wordings: Readonly<Record<Wording, string>>;
  readonly orderStatuses: Readonly<Record<OrderStatus, string>>;
  readonly codeMessage: CodeMessageTexts;
  readonly demoReviews: DemoReviewTexts;
  /** Why withdrawals are on hold; follows a colon. */
  readonly holdReasons: Readonly<Record<HoldReason, string>>;
  readonly securityMessage: SecurityMessageTexts;
  /** What the watcher saw of a transaction that a user points at. */
  readonly transactionNotes: Readonly<Record<TransactionNote, string>>;
  readonly outboxPage: OutboxPageTexts;
}

/** The reason beside a verification that the sandbox's demo reviewer passed or refused. */
export interface DemoReviewTexts {
  readonly nameWithDigits: string;
  readonly numberOfOneSign: string;
  readonly photoOfDocument: string;
  readonly passed: string;
}

/** The mail or phone message with a six-digit code. */
export interface CodeMessageTexts {
  readonly subject: string;
  /** What the code is for; with {code}. */
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

/** Mails about changes that somebody else might have made. */
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
  /** The last mail; it ends with the time alone. */
  readonly accountClosed: string;
  /** With {time}. */
  readonly time: string;
  /** With {until}. */
  readonly hold: string;
  readonly notYou: string;
}

/** The sandbox's page of mails and phone messages. */
export interface OutboxPageTexts {
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
}
