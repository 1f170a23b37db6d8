import type { ChartPeriod } from "@candor/domain/enumerations";
import type { ServerMessageData, WireTickerRow } from "@candor/wire/socket/server-messages";

/** Socket messages that this app uses, in the form of the wire's schemas. */
export interface SocketMessage {
  readonly type: string;
  readonly data: unknown;
}

export type BoundMessage = ServerMessageData<"bildUid">;

/** The greeting, or the reply to a ping with the ping's own time. */
export type TimeMessage = Partial<ServerMessageData<"pong">>;

export type SiteMessage = ServerMessageData<"site">;

/** A notice to everyone or to the user of this session, in the connection's language. */
export type NoticeMessage = ServerMessageData<"notice">;

export type Level = ServerMessageData<"depth">["asks"][number];

export type DepthMessage = ServerMessageData<"depth">;
export type TapeMessage = ServerMessageData<"tape">;
export type TickerMessageRow = WireTickerRow;
export type LunboMessage = ServerMessageData<"lunbo">;
export type KlineMessage = ServerMessageData<ChartPeriod>;
export type MarkMessage = ServerMessageData<"mark">;
export type IndexMessage = ServerMessageData<"index">;

type PrivateType =
  | "order"
  | "trade"
  | "balance"
  | "position"
  | "option"
  | "lever"
  | "deposit"
  | "withdrawal"
  | "chat"
  | "notice";

/** Private messages in journal order; those of one command are consecutive, balances last. */
export type PrivateMessage = {
  readonly [Type in PrivateType]: { readonly type: Type; readonly data: ServerMessageData<Type> };
}[PrivateType];

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
