import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import { sentenceOfIssue } from "../../operators/protocol/sentences.ts";

export const BAD_REQUEST = 400;
export const UNAUTHORIZED = 401;
export const FORBIDDEN = 403;
export const REFUSED = 409;

/** Forbidden by role, as opposed to rejected by the desk. */
export class RoleRefusal extends Refusal {}

/** Returns the input of a call, or undefined when it is invalid; the reply then says so. */
export function readInput<T>(
  schema: z.ZodType<T>,
  request: FastifyRequest,
  reply: FastifyReply,
): T | undefined {
  const result = schema.safeParse(request.body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  failCall(reply, BAD_REQUEST, sentenceOfIssue(issue));
  return undefined;
}

export function sendAnswer(reply: FastifyReply, answer: unknown): unknown {
  if (answer instanceof RoleRefusal) return failCall(reply, FORBIDDEN, answer.problem);
  if (answer instanceof Refusal) return failCall(reply, REFUSED, answer.problem);
  return reply.send(answer ?? {});
}

export function failCall(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { message } });
}
