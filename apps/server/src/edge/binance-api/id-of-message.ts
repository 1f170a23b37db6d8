import type { z } from "zod";

/**
 * Returns the id of a message that is invalid otherwise, so that its client can match the reply; null if it has none, or an
 * invalid one.
 */
export const idOfMessage = <Id>(message: unknown, schema: z.ZodType<Id>): Id | null =>
  typeof message === "object" && message !== null && "id" in message
    ? (schema.safeParse(message.id).data ?? null)
    : null;
