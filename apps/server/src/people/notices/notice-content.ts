import type { Language, PositionLeg, TradingWallet } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type { NoticeKind } from "@candor/domain/notice-kinds";
import { CATALOGUES, fillFigures, fillMessage } from "@candor/wire/translations/messages";
import { NOTICES, type NoticeTexts } from "@candor/wire/translations/notices";
import type { SecurityNotice } from "../identity/mail-and-sms/security-notice.ts";

/** A user's whole account, or one of its trading wallets. */
type FreezableAccount = "user" | TradingWallet;

const FROZEN: Readonly<Record<FreezableAccount, ErrorName>> = {
  user: "user.frozen",
  coin: "account.coinFrozen",
  contract: "account.contractFrozen",
  option: "account.optionFrozen",
};

/** A notice as data: it is worded in the reader's language when it is read. */
export type NoticeContent =
  | {
      readonly kind: "order";
      readonly side: "buy" | "sell";
      /** The position, in hedge mode. */
      readonly positionSide?: PositionLeg;
      readonly quantity: string;
      readonly base: string;
      readonly price: string;
      readonly quote: string;
    }
  | {
      readonly kind: "order";
      /** Why an order that waited for a price or for another order was not placed when its turn came. */
      readonly lapsed: "refused" | "unfunded";
      readonly symbol: string;
    }
  | { readonly kind: "liquidation"; readonly of: "position" | "margin"; readonly symbol: string }
  | {
      readonly kind: "margin-call";
      /** Absent for a margin account. */
      readonly of?: "position" | "cross";
      /** "" for cross positions. */
      readonly symbol: string;
      /** Margin level of a margin account, margin ratio of positions. */
      readonly level: string;
    }
  | {
      readonly kind: "deposit";
      readonly amount: string;
      readonly asset: string;
      /** Set if the deposit could not be credited and an operator must decide; absent if it was credited. */
      readonly isHeld?: true;
    }
  | {
      readonly kind: "withdrawal";
      readonly isReturned: boolean;
      readonly amount: string;
      readonly asset: string;
      /** Why it was returned; "" if no reason was given. */
      readonly reason: string;
    }
  | {
      readonly kind: "security";
      readonly event: SecurityNotice["kind"];
      readonly values: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "security";
      readonly event: "freeze";
      readonly account: FreezableAccount;
      readonly isFrozen: boolean;
      readonly reason: string;
    }
  | { readonly kind: "verification"; readonly isPassed: boolean; readonly reason: string }
  | {
      readonly kind: "price-alert";
      readonly direction: "above" | "below";
      readonly symbol: string;
      readonly price: string;
      readonly target: string;
    }
  | { readonly kind: "chat"; readonly text: string | null };

export interface NoticeWords {
  readonly title: string;
  /** Plain text, lines separated by line feeds. */
  readonly text: string;
}

export function noticeWords(content: NoticeContent, language: Language): NoticeWords {
  const texts = NOTICES[language];
  return { title: titleOf(content, texts), text: textOf(content, texts, language) };
}

function titleOf(content: NoticeContent, texts: NoticeTexts): string {
  if (content.kind === "deposit" && content.isHeld === true) return texts.depositHeldTitle;
  if (content.kind === "order" && "lapsed" in content) return texts.orderLapsedTitle;
  return texts.titles[content.kind];
}

function textOf(content: NoticeContent, texts: NoticeTexts, language: Language): string {
  switch (content.kind) {
    case "order":
      if ("lapsed" in content)
        return fillMessage(content.lapsed === "refused" ? texts.lapsedRefused : texts.lapsedUnfunded, {
          symbol: content.symbol,
        });
      return fillFigures(orderFilledOf(content, texts), language, { ...content });
    case "liquidation":
      return fillMessage(content.of === "position" ? texts.positionLiquidated : texts.marginLiquidated, {
        ...content,
      });
    case "margin-call":
      return fillFigures(marginCallOf(content.of, texts), language, { ...content });
    case "deposit":
      return fillFigures(content.isHeld === true ? texts.depositHeld : texts.deposited, language, {
        amount: content.amount,
        asset: content.asset,
      });
    case "withdrawal": {
      const line = fillFigures(content.isReturned ? texts.withdrawalReturned : texts.withdrawn, language, {
        ...content,
      });
      return withReason(line, content.reason, texts);
    }
    case "security":
      if (content.event === "freeze") {
        const line = content.isFrozen
          ? `${CATALOGUES[language].errors[FROZEN[content.account]]}.`
          : texts.unfrozen;
        return withReason(line, content.reason, texts);
      }
      return fillMessage(CATALOGUES[language].securityMessage[content.event], content.values);
    case "verification": {
      const line = content.isPassed ? texts.verificationPassed : texts.verificationRefused;
      return withReason(line, content.reason, texts);
    }
    case "price-alert":
      return fillFigures(content.direction === "above" ? texts.reachedAbove : texts.reachedBelow, language, {
        ...content,
      });
    case "chat":
      return content.text ?? texts.picture;
  }
}

/** In hedge mode it names the position that the order opened or closed. */
function orderFilledOf(
  { side, positionSide }: Extract<NoticeContent, { side: "buy" | "sell" }>,
  texts: NoticeTexts,
): string {
  if (positionSide === undefined) return side === "buy" ? texts.bought : texts.sold;
  const opens = (side === "buy") === (positionSide === "long");
  if (positionSide === "long") return opens ? texts.openedLong : texts.closedLong;
  return opens ? texts.openedShort : texts.closedShort;
}

function marginCallOf(of: "position" | "cross" | undefined, texts: NoticeTexts): string {
  if (of === undefined) return texts.marginCall;
  return of === "position" ? texts.positionMarginCall : texts.crossMarginCall;
}

function withReason(line: string, reason: string, texts: NoticeTexts): string {
  return reason === "" ? line : `${line}\n${fillMessage(texts.reason, { reason })}`;
}

const CONTRACTS = "/pages/trans/contract";

/** Returns the page of the app that a notice links to. */
export function noticePage(content: NoticeContent): string {
  if (content.kind !== "margin-call" || content.of === undefined) return NOTICE_PAGES[content.kind];
  return content.of === "position" ? `${CONTRACTS}?symbol=${content.symbol}` : CONTRACTS;
}

const NOTICE_PAGES: Readonly<Record<NoticeKind, string>> = {
  order: "/pages/trans/allTransaction",
  liquidation: "/pages/trans/Frecord",
  "margin-call": "/pages/trans/lever",
  deposit: "/pages/wallet/record",
  withdrawal: "/pages/wallet/record",
  security: "/pages/my/saveCenter",
  verification: "/pages/my/auther",
  "price-alert": "/pages/market/index",
  chat: "/pages/service",
};
