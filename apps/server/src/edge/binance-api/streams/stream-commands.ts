import { z } from "zod";
import { idOfMessage } from "../id-of-message.ts";
import type { StreamConnection } from "./stream-connection.ts";
import type { StreamHub } from "./stream-hub.ts";

const id = z.union([z.int(), z.string().max(64), z.null()]);
/** Streams of a connection, as at Binance. */
export const MAX_STREAMS = 1_024;

const names = z.array(z.string().max(64)).min(1).max(MAX_STREAMS);
const command = z.discriminatedUnion("method", [
  z.object({ method: z.literal("SUBSCRIBE"), params: names, id: id.default(null) }),
  z.object({ method: z.literal("UNSUBSCRIBE"), params: names, id: id.default(null) }),
  z.object({ method: z.literal("LIST_SUBSCRIPTIONS"), id: id.default(null) }),
  z.object({
    method: z.literal("SET_PROPERTY"),
    params: z.tuple([z.literal("combined"), z.boolean()]),
    id: id.default(null),
  }),
  z.object({
    method: z.literal("GET_PROPERTY"),
    params: z.tuple([z.literal("combined")]),
    id: id.default(null),
  }),
]);
type Command = z.output<typeof command>;

/** An invalid command, with its id if that could be read. */
interface UnreadableCommand {
  readonly id: Command["id"];
  readonly method: undefined;
}

/** Binance's code for an invalid command. */
const INVALID = 2;

/** Answers a client's command. */
export function answerCommand(
  hub: StreamHub,
  connection: StreamConnection,
  asked: Command | UnreadableCommand,
  maxStreams: number,
): void {
  if (!connection.isOpen) return;
  if (asked.method === undefined)
    return connection.answer({ error: invalid("unknown command"), id: asked.id });
  const refused = perform(hub, connection, asked, maxStreams);
  if (refused !== undefined) return connection.answer({ error: invalid(refused), id: asked.id });
  connection.answer({ result: resultOf(connection, asked), id: asked.id });
}

const invalid = (why: string) => ({ code: INVALID, msg: `Invalid request: ${why}` });

/** Returns the streams that a command subscribes to. */
export const namesIn = (command: Command | UnreadableCommand): readonly string[] =>
  command.method === "SUBSCRIBE" ? command.params : [];

export function readCommand(text: string): Command | UnreadableCommand {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return { id: null, method: undefined };
  }
  return command.safeParse(sent).data ?? { id: idOfMessage(sent, id), method: undefined };
}

/** @returns the reason when it was rejected */
function perform(
  hub: StreamHub,
  connection: StreamConnection,
  asked: Command,
  maxStreams: number,
): string | undefined {
  if (asked.method === "SET_PROPERTY") connection.isCombined = asked.params[1];
  if (asked.method === "UNSUBSCRIBE") for (const name of asked.params) hub.unsubscribe(connection, name);
  return asked.method === "SUBSCRIBE"
    ? subscribeAll(hub, connection, new Set(asked.params), maxStreams)
    : undefined;
}

/** Subscribes to all streams or to none. @returns the reason when there are none */
function subscribeAll(
  hub: StreamHub,
  connection: StreamConnection,
  wanted: ReadonlySet<string>,
  maxStreams: number,
): string | undefined {
  const added = [...wanted].filter((name) => !connection.names.has(name));
  if (connection.names.size + added.length > maxStreams) return `at most ${maxStreams} streams`;
  for (const [at, name] of added.entries()) {
    if (hub.subscribe(connection, name)) continue;
    for (const earlier of added.slice(0, at)) hub.unsubscribe(connection, earlier);
    return `unknown stream ${name}`;
  }
  return undefined;
}

function resultOf(connection: StreamConnection, { method }: Command): unknown {
  if (method === "LIST_SUBSCRIPTIONS") return [...connection.names];
  return method === "GET_PROPERTY" ? connection.isCombined : null;
}
