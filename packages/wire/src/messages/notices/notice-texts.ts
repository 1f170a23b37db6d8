import type { NoticeKind } from "@candor/domain/notice-kinds";

/** What people are told of their account, in one language: in the app, by mail and on their devices. */
export interface NoticeTexts {
  readonly titles: Readonly<Record<NoticeKind, string>>;
  /** With {quantity}, {base}, {price} and {quote}. */
  readonly bought: string;
  readonly sold: string;
  /** With {symbol}. */
  readonly positionLiquidated: string;
  readonly marginLiquidated: string;
  /** With {symbol} and {level}. */
  readonly marginCall: string;
  /** Of an isolated position with {symbol} and its margin ratio as {level}, and of all cross ones with {level}. */
  readonly positionMarginCall: string;
  readonly crossMarginCall: string;
  /** With {amount} and {asset}. */
  readonly deposited: string;
  /** A deposit that waits for an operator: its title, and its text with {amount} and {asset}. */
  readonly depositHeldTitle: string;
  readonly depositHeld: string;
  readonly withdrawn: string;
  readonly withdrawalReturned: string;
  readonly verificationPassed: string;
  readonly verificationRefused: string;
  /** That an account is frozen is said in the words of the catalogue. */
  readonly unfrozen: string;
  /** With {reason}. */
  readonly reason: string;
  /** With {symbol}, {price} and {target}. */
  readonly reachedAbove: string;
  readonly reachedBelow: string;
  /** In place of a message's text. */
  readonly picture: string;
  /** At the end of a mail. */
  readonly footer: string;
}
