import type { NoticeKind } from "@candor/domain/notice-kinds";

/** Account notices in one language: in the app, by mail and as push messages. */
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
  /**
   * For an isolated position with {symbol} and its margin ratio as {level}, and for all cross positions with {level}.
   */
  readonly positionMarginCall: string;
  readonly crossMarginCall: string;
  /** With {amount} and {asset}. */
  readonly deposited: string;
  /** A deposit waiting for an operator: its title, and its text with {amount} and {asset}. */
  readonly depositHeldTitle: string;
  readonly depositHeld: string;
  readonly withdrawn: string;
  readonly withdrawalReturned: string;
  readonly verificationPassed: string;
  readonly verificationRefused: string;
  /** The text for a frozen account is in the catalog. */
  readonly unfrozen: string;
  /** With {reason}. */
  readonly reason: string;
  /** With {symbol}, {price} and {target}. */
  readonly reachedAbove: string;
  readonly reachedBelow: string;
  /** Replaces the text of a message with only a picture. */
  readonly picture: string;
  /** At the end of a mail. */
  readonly footer: string;
}
