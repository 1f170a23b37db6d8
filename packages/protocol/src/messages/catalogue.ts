import type { OrderStatus } from "../enumerations.ts";
import type { ErrorName } from "../errors.ts";

/** What the server says to people, in one language. {placeholders} are filled from the reply's params. */
export interface MessageCatalogue {
  readonly errors: Readonly<Record<ErrorName, string>>;
  readonly orderStatuses: Readonly<Record<OrderStatus, string>>;
  readonly codeMessage: CodeMessageTexts;
}

/** The mail or phone message with a six-digit code. */
export interface CodeMessageTexts {
  readonly subject: string;
  /** What the code is for; with {code}. */
  readonly register: string;
  readonly reset: string;
  readonly bind: string;
  readonly payment: string;
  /** With {minutes}. */
  readonly validity: string;
  readonly warning: string;
  /** With {phrase}. */
  readonly antiPhishing: string;
}
