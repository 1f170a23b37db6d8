import {
  CHART_PERIODS,
  FUND_RECORD_KINDS,
  MINER_CAUSES,
  OPTION_CAUSES,
  POSITION_CAUSES,
} from "@candor/domain/enumerations";
import { LEVER_CAUSES } from "@candor/domain/events/lever-events";
import { NOTICE_KINDS } from "@candor/domain/notice-kinds";
import { z } from "zod";
import { deposit, withdrawal } from "../chain-objects.ts";
import { chatMessage } from "../chat-calls.ts";
import { position } from "../contract-objects.ts";
import { leverAccount } from "../lever-objects.ts";
import { level } from "../market-calls.ts";
import { miner } from "../mining-objects.ts";
import { balance, bar, market, order, publicTrade, trade } from "../objects.ts";
import { optionOrder } from "../option-objects.ts";
import {
  count,
  flag,
  id,
  key,
  marketKind,
  marketStatus,
  milliseconds,
  positionSide,
  price,
  priceSource,
  quantity,
  seq,
  signedRate,
  statusReason,
} from "../primitives.ts";

/** Messages of the server, with everything that each contains. Replies to orders are in `socket-orders.ts`. */
interface ServerMessageDefinition {
  readonly summary: string;
  readonly data: z.ZodType;
}

const clock = milliseconds.meta({ description: "The server's clock." });
const channel = z.string().meta({ description: "Name of the channel." });
const marketSymbol = z.string();
const depthKind = z.enum(["snapshot", "diff"]);
/** Changing part of the `Market` object. */
const tickerRow = market
  .pick({
    symbol: true,
    market: true,
    tokenCur: true,
    chPrice: true,
    updown: true,
    high: true,
    low: true,
    volume: true,
  })
  .meta({ id: "TickerRow" });
export type WireTickerRow = Sent<z.output<typeof tickerRow>>;

const subscription = z.strictObject({
  id: key.nullable().meta({ description: "That of the request." }),
  channels: z.array(z.string()).meta({ description: "All channels of the connection." }),
  refused: z.array(
    z.strictObject({
      channel: z.string(),
      error: z.enum(["request.parameterError", "request.unknownId", "request.tooLarge"]).meta({
        description: "No such channel, no such market, or too many channels.",
      }),
    }),
  ),
});
export type SubscriptionError = z.output<typeof subscription>["refused"][number]["error"];

/** About the connection itself, and replies. */
const ANSWERS = {
  bind: {
    summary: "Sent first on every connection. It needs no answer, but the client should bind now.",
    data: z.strictObject({
      clientId: id.meta({ description: "Number of the connection, for the server's log." }),
      serverTimeMs: clock,
      pingMs: milliseconds.meta({ description: "How often the client should send `ping`." }),
      reconnectMs: milliseconds.meta({ description: "How long to wait before connecting again." }),
    }),
  },
  bildUid: {
    summary: "The reply to `bind`. It is sent again when the session ends.",
    data: z.strictObject({
      uid: z.string().meta({ description: 'As sent; "" for a visitor.' }),
      private: z.boolean().meta({ description: "Whether private messages follow, and orders are accepted." }),
      error: z.literal("session.expired").nullable().meta({
        description: "The token is wrong, or the session has ended: log in again.",
      }),
      channels: z.array(z.string()).meta({ description: "All channels of the connection." }),
      asOfSeq: seq.meta({ description: "All private changes after this sequence number follow." }),
      serverTimeMs: clock,
    }),
  },
  pong: {
    summary: "The reply to `ping`.",
    data: z.strictObject({
      t: z.int().optional().meta({ description: "That of the ping." }),
      serverTimeMs: clock,
    }),
  },
  subscribed: { summary: "The reply to `subscribe`.", data: subscription },
  unsubscribed: { summary: "The reply to `unsubscribe`.", data: subscription },
  error: {
    summary: "A message that cannot be served. The connection stays open.",
    data: z.strictObject({
      error: z.enum([
        "request.parameterError",
        "request.unknownId",
        "request.tooFast",
        "request.tooLarge",
        "system.failure",
      ]),
      msg: z.string().meta({ description: "Text in the connection's language." }),
      type: z.string().nullable().meta({ description: "Type of that message, if it has one." }),
    }),
  },
  site: {
    summary: "The site was opened or closed. A closed site then closes the connection with 4002.",
    data: z.strictObject({
      open_site: flag,
      message: z.string().nullable().meta({ description: "The operator's words." }),
    }),
  },
} as const satisfies Record<string, ServerMessageDefinition>;

const kline = {
  summary: "A bar of a chart; the type is the period.",
  data: bar.safeExtend({
    channel,
    symbol: marketSymbol,
    market: marketKind,
    period: z.enum(CHART_PERIODS),
    closed: z.boolean().meta({ description: "The bar is complete." }),
    asOfSeq: seq,
  }),
} as const;

/** Messages of the channels. */
const PUBLIC = {
  lunbo: {
    summary: "Tickers.",
    data: z.strictObject({
      channel,
      kind: depthKind.meta({ description: "All rows, or the changed ones." }),
      list: z.array(tickerRow),
      timeMs: milliseconds,
    }),
  },
  ...(Object.fromEntries(CHART_PERIODS.map((each) => [each, kline])) as Record<
    (typeof CHART_PERIODS)[number],
    typeof kline
  >),
  depth: {
    summary: "Levels of an order book.",
    data: z.strictObject({
      channel,
      symbol: marketSymbol,
      market: marketKind,
      kind: depthKind,
      asks: z.array(level).meta({
        description:
          "`[price, quantity]`, best first in a snapshot. In a diff: the new total of a level, 0 removes it.",
      }),
      bids: z.array(level),
      sequence: count.meta({ description: "Sequence number of the last change of the book." }),
      prevSequence: count
        .nullable()
        .meta({ description: "`sequence` of the diff before; null in a snapshot." }),
      timeMs: milliseconds,
      asOfSeq: seq,
    }),
  },
  tape: {
    summary: "Public trades.",
    data: z.strictObject({
      channel,
      list: z.array(publicTrade).meta({ description: "Newest first." }),
      asOfSeq: seq,
    }),
  },
  mark: {
    summary: "What a contract is valued at.",
    data: z.strictObject({
      channel,
      symbol: marketSymbol,
      markPrice: price.nullable(),
      indexPrice: price.nullable(),
      fundingRate: signedRate.meta({ description: "The next funding rate if nothing changes." }),
      nextFundingAtMs: milliseconds,
      openInterest: quantity,
      asOfSeq: seq,
    }),
  },
  index: {
    summary: "A tick of an index, or a change of the market's status.",
    data: z.strictObject({
      channel,
      symbol: marketSymbol,
      price: price.nullable().meta({ description: "null before the first tick." }),
      status: marketStatus,
      statusReason: statusReason.nullable(),
      priceSource,
      seq: seq.meta({ description: "Sequence number of the tick." }),
      timeMs: milliseconds,
    }),
  },
} as const satisfies Record<string, ServerMessageDefinition>;

const stamp = {
  asOfSeq: seq.meta({ description: "The journal position that it reflects." }),
  timeMs: milliseconds,
} as const;

/** Messages for the logged-in user. */
const PRIVATE = {
  order: {
    summary: "An order was accepted, triggered, executed, reduced or closed.",
    data: z.strictObject({ order, ...stamp }),
  },
  trade: { summary: "A fill of the user.", data: z.strictObject({ trade, ...stamp }) },
  balance: {
    summary: "Balances that changed, with their new values.",
    data: z.strictObject({
      list: z.array(balance),
      kind: z.enum(FUND_RECORD_KINDS).meta({ description: "Why, as in fund records." }),
      ...stamp,
    }),
  },
  position: {
    summary: "A contract position changed.",
    data: z.strictObject({
      position: position.nullable().meta({ description: "null: closed." }),
      symbol: marketSymbol,
      positionSide: positionSide.optional().meta({ description: "In hedge mode." }),
      cause: z.enum(POSITION_CAUSES),
      ...stamp,
    }),
  },
  lever: {
    summary: "A margin account changed.",
    data: z.strictObject({ account: leverAccount, cause: z.enum(LEVER_CAUSES), ...stamp }),
  },
  option: {
    summary: "A timed option was accepted, got its strike price, or ended.",
    data: z.strictObject({ option: optionOrder, event: z.enum(OPTION_CAUSES), ...stamp }),
  },
  miner: {
    summary: "A mining machine was bought, paid out or released.",
    data: z.strictObject({ miner, event: z.enum(MINER_CAUSES), ...stamp }),
  },
  deposit: {
    summary: "A deposit was seen, confirmed or credited.",
    data: z.strictObject({ deposit, ...stamp }),
  },
  withdrawal: {
    summary: "A withdrawal advanced, or was confirmed once more.",
    data: z.strictObject({ withdrawal, ...stamp }),
  },
  chat: {
    summary: "A message of the conversation with customer service, in both directions.",
    data: z.strictObject({ message: chatMessage, ...stamp }),
  },
  notice: {
    summary: "A message of the site: to everyone (`bulletin`, `notice`; visitors too), or to the user.",
    data: z.strictObject({
      id,
      kind: z.enum(["bulletin", "notice", "personal", "chat", "margin-call", "security"]),
      title: z.string(),
      text: z.string(),
      topic: z.enum(NOTICE_KINDS).optional().meta({ description: "What a message to the user is about." }),
      page: z.string().optional().meta({ description: "Its route in the app." }),
      ...stamp,
    }),
  },
} as const satisfies Record<string, ServerMessageDefinition>;

export const SERVER_MESSAGES = { ...ANSWERS, ...PUBLIC, ...PRIVATE } as const;

/** The same by kind, for the documents. */
export const SERVER_MESSAGE_GROUPS = { connection: ANSWERS, public: PUBLIC, private: PRIVATE } as const;

export type ServerMessageType = keyof typeof SERVER_MESSAGES;

/** A message's data as the sender has it. */
export type ServerMessageData<Type extends ServerMessageType> = Sent<
  z.output<(typeof SERVER_MESSAGES)[Type]["data"]>
>;

type Sent<Value> = { readonly [Key in keyof Value]: Sent<Value[Key]> };
