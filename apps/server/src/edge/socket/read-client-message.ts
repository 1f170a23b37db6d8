import { KEY } from "@candor/wire/primitives";
import {
  CLIENT_MESSAGES,
  type ClientMessageData,
  type ClientMessageType,
  isClientMessageType,
} from "@candor/wire/socket/client-messages";
import { isOrderMessageType, type OrderMessageType } from "@candor/wire/socket-orders";
import type { z } from "zod";

/** A parsed client message. Anything else is a protocol error, an `error` reply, or ignored. */
export type ClientMessage =
  | Bind
  | OrderMessage
  | Ping
  | Subscription
  | Resync
  | { readonly type: "unknown" }
  | { readonly type: "invalid"; readonly of: string | null };

type Parsed<Type extends ClientMessageType> = { readonly type: Type } & Readonly<ClientMessageData<Type>>;

export interface Bind extends Omit<Parsed<"bind">, "uid"> {
  /** "" for a visitor. */
  readonly uid: string;
}
export type Ping = Parsed<"ping">;
export type Subscription = Parsed<"subscribe"> | Parsed<"unsubscribe">;
export type Resync = Parsed<"resync">;

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

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `""` and `null` count as absent, as everywhere on the wire. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

const presentOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isPresent(value)));

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
  if (!isClientMessageType(type)) return { type: "unknown" };
  const data = presentOf(isFields(parsed.data) ? parsed.data : {});
  switch (type) {
    case "bind":
      return readBind(parsed, data);
    case "ping":
      return readData(type, CLIENT_MESSAGES[type].data, data);
    case "subscribe":
    case "unsubscribe":
      return readData(type, CLIENT_MESSAGES[type].data, data);
    case "resync":
      return readData(type, CLIENT_MESSAGES[type].data, data);
  }
}

function readData<Type extends ClientMessageType, Data extends object>(
  type: Type,
  schema: z.ZodType<Data>,
  data: Fields,
): ({ readonly type: Type } & Data) | { readonly type: "invalid"; readonly of: string } {
  const read = schema.safeParse(data);
  return read.success ? { type, ...read.data } : { type: "invalid", of: type };
}

/** Old clients send `"data":"<uid>"`, or the uid next to `type`; a visitor's uid is "" or 0. */
function readBind(message: Fields, data: Fields): ClientMessage {
  const elsewhere = [isFields(message.data) ? undefined : message.data, message.uid].find(isPresent);
  const bind = readData("bind", CLIENT_MESSAGES.bind.data, { uid: elsewhere, ...data });
  if (bind.type === "invalid") return bind;
  const uid = String(bind.uid);
  return { ...bind, uid: uid === "0" ? "" : uid };
}

function readOrderId(id: unknown): string | number | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? id : undefined;
  return typeof id === "string" && KEY.test(id) ? id : undefined;
}
