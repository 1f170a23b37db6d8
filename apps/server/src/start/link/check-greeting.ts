import { z } from "zod";
import type { Hello, Pulse } from "./link-messages.ts";

const MAX_UNANSWERED = 100_000;

const count = z.int().nonnegative();
const hello = z.strictObject({
  kind: z.literal("hello"),
  gatewayId: z.string().regex(/^[0-9a-f]{32}$/),
  node: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  version: z.string().max(64),
  secret: z.string().max(1024).optional(),
  term: count,
  afterSeq: count.optional(),
  sentUpTo: count,
  unanswered: z.array(z.int().positive()).max(MAX_UNANSWERED),
});
const pulse = z.strictObject({ kind: z.literal("pulse"), id: count, received: count, seq: count });

/** Whether a gateway's first message can be read. */
export const isHello = (message: unknown): message is Hello => hello.safeParse(message).success;

export const isPulse = (message: unknown): message is Pulse => pulse.safeParse(message).success;
