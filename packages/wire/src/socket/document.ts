import { z } from "zod";
import { type Collector, type Json, jsonSchemaOf } from "../json-schema.ts";
import { messageId, orderReply, SOCKET_ORDERS } from "../socket-orders.ts";
import { SOCKET_CHANNELS } from "./channels.ts";
import { CLIENT_MESSAGES } from "./client-messages.ts";
import { SERVER_MESSAGE_GROUPS } from "./server-messages.ts";
import { CLIENT_LIMITS, CLIENT_PING_MS, CLIENT_RECONNECT_MS, CLOSE_CODES } from "./terms.ts";

/** Returns what `/openapi.json` says about the socket, which OpenAPI has no words for. */
export function socketDocument(collector: Collector): Json {
  return {
    path: "/ws",
    pingMs: CLIENT_PING_MS,
    reconnectMs: CLIENT_RECONNECT_MS,
    clientMessages: clientMessages(collector),
    serverMessages: serverMessages(collector),
    channels: Object.values(SOCKET_CHANNELS),
    closeCodes: Object.values(CLOSE_CODES),
    limits: Object.entries(CLIENT_LIMITS).map(([name, limit]) => ({ name, ...limit })),
  };
}

function clientMessages(collector: Collector): Json[] {
  const plain = Object.entries(CLIENT_MESSAGES).map(([type, { answers, data, summary }]) => {
    const message = z.object({ type: z.literal(type), data });
    return { type, summary, answers, schema: jsonSchemaOf(message, "input", collector) };
  });
  const orders = Object.entries(SOCKET_ORDERS).map(([type, { data, reply, summary }]) => {
    const message = z.object({ type: z.literal(type), id: messageId, data });
    return {
      type,
      summary,
      answers: ["order.reply"],
      schema: jsonSchemaOf(message, "input", collector),
      reply: jsonSchemaOf(reply, "output", collector),
    };
  });
  return [...plain, ...orders];
}

function serverMessages(collector: Collector): Json[] {
  const reply = {
    type: "order.reply",
    group: "connection",
    summary: "The reply to each message about an order.",
    schema: jsonSchemaOf(orderReply, "output", collector),
  };
  const others = Object.entries(SERVER_MESSAGE_GROUPS).flatMap(([group, messages]) =>
    Object.entries(messages).map(([type, { data, summary }]) => {
      const message = z.strictObject({ type: z.literal(type), data });
      return { type, group, summary, schema: jsonSchemaOf(message, "output", collector) };
    }),
  );
  return [...others, reply];
}
