import type { FastifyReply, FastifyRequest } from "fastify";
import { SESSION_LIFETIME_MS } from "../operator-accounts/operator-sessions.ts";

const NAME = "candor-console";
const SECOND_MS = 1_000;

/** The session's token in a request; "" for none. */
export function sessionTokenOf(request: FastifyRequest): string {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    if (name === NAME) return value;
  }
  return "";
}

/** Scripts cannot read it, other sites cannot send it, and only the console's own paths see it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.header("set-cookie", cookie(request, token, SESSION_LIFETIME_MS / SECOND_MS));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header("set-cookie", cookie(request, "", 0));
}

function cookie(request: FastifyRequest, value: string, maxAgeSeconds: number): string {
  const secure = request.protocol === "https" ? "; Secure" : "";
  return `${NAME}=${value}; Max-Age=${maxAgeSeconds}; Path=/console; HttpOnly; SameSite=Strict${secure}`;
}
