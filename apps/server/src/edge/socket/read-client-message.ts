import { LANGUAGES, type Language } from "@candor/domain/enumerations";
import { isOrderMessageType, type OrderMessageType } from "@candor/wire/socket-orders";

/** A parsed client message. Anything else is a protocol error, an `error` reply, or ignored. */
export type ClientMessage =
  | Bind
  | OrderMessage
  | Ping
  | Subscription
  | Resync
  | { readonly type: "unknown" }
  | { readonly type: "invalid"; readonly of: string | null };

export interface Bind {
  readonly type: "bind";
  /** "" for a visitor. */
  readonly uid: string;
  readonly token: string | undefined;
  /** Upper case. */
  readonly symbol: string;
  readonly batch: boolean;
  /** Without default channels. */
  readonly bare: boolean;
  /** For browsers, which cannot set the header; `undefined` keeps the language from the upgrade. */
  readonly lang: Language | undefined;
}

export interface Ping {
  readonly type: "ping";
  readonly t: number | undefined;
}

export interface Subscription {
  readonly type: "subscribe" | "unsubscribe";
  readonly channels: readonly string[];
  readonly id: string | null;
}

export interface Resync {
  readonly type: "resync";
  readonly channel: string;
}

/** A message about an order; every one is answered. */
export interface OrderMessage {
  readonly type: OrderMessageType;
  /** Chosen by the client for the reply; `undefined` if it is absent or malformed. */
  readonly id: string | number | undefined;
  /** Not checked yet. */
  readonly data: unknown;
}

export const isOrderMessage = (message: ClientMessage): message is OrderMessage =>
  isOrderMessageType(message.type);

const DEFAULT_SYMBOL = "BTCUSDT";
const SYMBOL = /^[A-Z0-9]{4,20}$/;
const KEY = /^[A-Za-z0-9._:/-]{1,36}$/;
const UID = /^[0-9A-Za-z_-]{0,40}$/;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `""` and `null` count as absent, as everywhere on the wire. */
function present(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/**
 * Parses one inbound text: a message or an array of messages. Returns `undefined` if it is neither a JSON object nor an
 * array, which ends the connection.
 */
export function readClientMessages(text: string): ClientMessage | ClientMessage[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(parsed))
    return parsed.map((each) => (isFields(each) ? readMessage(each) : { type: "invalid", of: null }));
  return isFields(parsed) ? readMessage(parsed) : undefined;
}

function readMessage(parsed: Fields): ClientMessage {
  const { type } = parsed;
  if (typeof type !== "string") return { type: "invalid", of: null };
  if (isOrderMessageType(type)) return { type, id: readOrderId(parsed.id), data: parsed.data };
  const data = isFields(parsed.data) ? parsed.data : {};
  switch (type) {
    case "bind":
      return readBind(parsed, data);
    case "ping":
      return { type, t: Number.isSafeInteger(data.t) ? (data.t as number) : undefined };
    case "subscribe":
    case "unsubscribe":
      return readSubscription(type, data);
    case "resync":
      return typeof data.channel === "string"
        ? { type, channel: data.channel }
        : { type: "invalid", of: type };
    default:
      return { type: "unknown" };
  }
}

/** Old clients send `"data":"<uid>"`, or the uid next to `type`; a visitor's uid is "" or 0. */
function readBind(message: Fields, data: Fields): ClientMessage {
  const inPlaceOfData = isFields(message.data) ? undefined : present(message.data);
  const uid = readUid(present(data.uid) ?? inPlaceOfData ?? present(message.uid) ?? "");
  const token = present(data.token);
  const symbol = present(data.symbol) ?? DEFAULT_SYMBOL;
  if (uid === undefined || typeof symbol !== "string" || !SYMBOL.test(symbol.toUpperCase()))
    return { type: "invalid", of: "bind" };
  if (token !== undefined && typeof token !== "string") return { type: "invalid", of: "bind" };
  return {
    type: "bind",
    uid,
    token,
    symbol: symbol.toUpperCase(),
    batch: data.batch === true,
    bare: data.bare === true,
    lang: LANGUAGES.find((language) => language === data.lang),
  };
}

function readUid(given: unknown): string | undefined {
  const uid = typeof given === "number" ? String(given) : given;
  if (typeof uid !== "string" || !UID.test(uid)) return undefined;
  return uid === "0" ? "" : uid;
}

function readOrderId(id: unknown): string | number | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? id : undefined;
  return typeof id === "string" && KEY.test(id) ? id : undefined;
}

function readSubscription(type: Subscription["type"], data: Fields): ClientMessage {
  const id = present(data.id) ?? null;
  const { channels } = data;
  if (id !== null && (typeof id !== "string" || !KEY.test(id))) return { type: "invalid", of: type };
  if (!Array.isArray(channels)) return { type: "invalid", of: type };
  const names = channels.filter((channel): channel is string => typeof channel === "string");
  return names.length === channels.length ? { type, channels: names, id } : { type: "invalid", of: type };
}
