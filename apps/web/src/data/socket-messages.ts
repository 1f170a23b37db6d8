import type {
  FundRecordKind,
  MarketStatus,
  OptionCause,
  Period,
  PositionCause,
  PriceSourceKind,
  StatusReason,
} from "@candor/domain/enumerations";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import type { WireChatMessage } from "@candor/wire/chat-calls";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { WireLeverAccount, WireLeverCause } from "@candor/wire/lever-objects";
import type { WireBalance, WireBar, WireOrder, WirePublicTrade, WireTrade } from "@candor/wire/objects";
import type { WireOption } from "@candor/wire/option-objects";

/** Socket messages that this app uses. */
export interface SocketMessage {
  readonly type: string;
  readonly data: unknown;
}

export interface BoundMessage {
  readonly uid: string;
  readonly private: boolean;
  readonly error: string | null;
  readonly channels: readonly string[];
  readonly asOfSeq: number;
  readonly serverTimeMs: number;
}

/** The greeting, or the reply to a ping with the ping's own time. */
export interface TimeMessage {
  readonly serverTimeMs?: number;
  readonly t?: number;
}

export interface SiteMessage {
  readonly open_site: 0 | 1;
  readonly message: string | null;
}

/** A notice to everyone or to the user of this session. */
export interface NoticeMessage {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly timeMs: number;
}

export type Level = readonly [price: string, quantity: string];

export interface DepthMessage {
  readonly channel: string;
  readonly kind: "snapshot" | "diff";
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  readonly sequence: number;
  readonly prevSequence: number | null;
  readonly timeMs: number;
}

export interface TapeMessage {
  readonly channel: string;
  /** Newest first. */
  readonly list: readonly WirePublicTrade[];
  readonly asOfSeq: number;
}

/** A ticker row: the fields of a market that change often. */
export interface TickerMessageRow {
  readonly symbol: string;
  readonly market: "spot" | "contract";
  readonly tokenCur: string;
  readonly chPrice: string | null;
  readonly updown: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly volume: string;
}

export interface LunboMessage {
  readonly channel: string;
  readonly kind: "snapshot" | "diff";
  readonly list: readonly TickerMessageRow[];
  readonly timeMs: number;
}

export interface KlineMessage extends WireBar {
  readonly channel: string;
  readonly symbol: string;
  readonly period: Period;
  readonly closed: boolean;
  readonly asOfSeq: number;
}

export interface MarkMessage {
  readonly channel: string;
  readonly symbol: string;
  readonly markPrice: string | null;
  readonly indexPrice: string | null;
  /** Funding rate expected at the next funding. */
  readonly fundingRate: string;
  readonly nextFundingAtMs: number;
  readonly openInterest: string;
  readonly asOfSeq: number;
}

export interface IndexMessage {
  readonly channel: string;
  readonly symbol: string;
  readonly price: string | null;
  readonly status: MarketStatus;
  /** null while it trades. */
  readonly statusReason: StatusReason | null;
  readonly priceSource: PriceSourceKind;
  readonly seq: number;
  readonly timeMs: number;
}

interface Stamped {
  readonly asOfSeq: number;
  readonly timeMs: number;
}

/** Private messages in journal order; those of one command are consecutive, balances last. */
export type PrivateMessage =
  | { readonly type: "order"; readonly data: Stamped & { readonly order: WireOrder } }
  | { readonly type: "trade"; readonly data: Stamped & { readonly trade: WireTrade } }
  | {
      readonly type: "balance";
      readonly data: Stamped & { readonly list: readonly WireBalance[]; readonly kind: FundRecordKind };
    }
  | {
      readonly type: "position";
      readonly data: Stamped & {
        readonly position: WirePosition | null;
        readonly symbol: string;
        readonly cause: PositionCause;
      };
    }
  | {
      readonly type: "option";
      readonly data: Stamped & { readonly option: WireOption; readonly event: OptionCause };
    }
  | {
      readonly type: "lever";
      readonly data: Stamped & { readonly account: WireLeverAccount; readonly cause: WireLeverCause };
    }
  | { readonly type: "deposit"; readonly data: Stamped & { readonly deposit: WireDeposit } }
  | { readonly type: "withdrawal"; readonly data: Stamped & { readonly withdrawal: WireWithdrawal } }
  | { readonly type: "chat"; readonly data: Stamped & { readonly message: WireChatMessage } }
  | { readonly type: "notice"; readonly data: Stamped & NoticeMessage };

/** A notice in the connection's language. */
export interface NoticeMessage {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** For a personal message: its topic and its page in the app. */
  readonly topic?: string;
  readonly page?: string;
}

const PRIVATE_TYPES: ReadonlySet<string> = new Set<PrivateMessage["type"]>([
  "order",
  "trade",
  "balance",
  "position",
  "option",
  "lever",
  "deposit",
  "withdrawal",
  "chat",
  "notice",
]);

export function isPrivateMessage(message: SocketMessage): message is PrivateMessage {
  return PRIVATE_TYPES.has(message.type);
}

/** Parses one frame: a message or an array of messages. Invalid entries are dropped. */
export function readFrame(text: string): SocketMessage[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  return (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).filter(
    (message): message is SocketMessage =>
      typeof message === "object" &&
      message !== null &&
      "type" in message &&
      typeof message.type === "string",
  );
}
