import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GatewayOptions } from "./dependencies.ts";

const COOKIE = "candor-outbox";
const MONTH_SECONDS = 30 * 86_400;

/**
 * Controls access to the sandbox's outbox, which shows everybody's codes: only browsers that opened the link printed at
 * startup may read it. A client address proves nothing, because a local proxy makes all requests look local, and nginx
 * by default does so without adding a header.
 */
export class OutboxGate {
  private readonly isSandbox: boolean;
  private readonly isOpen: boolean;
  private readonly token: string | undefined;

  constructor({ mode, outboxOpen, outboxToken }: GatewayOptions) {
    this.isSandbox = mode === "sandbox";
    this.isOpen = outboxOpen === true;
    this.token = outboxToken;
  }

  /** Whether there is an outbox. */
  get exists(): boolean {
    return this.isSandbox;
  }

  admits(request: FastifyRequest): boolean {
    return this.isSandbox && (this.isOpen || this.isToken(cookieOf(request)));
  }

  /** Admits a browser that sends the token. Returns false if the token is wrong. */
  enter(request: FastifyRequest, reply: FastifyReply, shown: string): boolean {
    if (!this.isToken(shown)) return false;
    const secure = request.protocol === "https" ? "; Secure" : "";
    void reply.header(
      "set-cookie",
      `${COOKIE}=${shown}; Max-Age=${MONTH_SECONDS}; Path=/; HttpOnly; SameSite=Strict${secure}`,
    );
    return true;
  }

  private isToken(shown: string): boolean {
    const { token } = this;
    return token !== undefined && timingSafeEqual(digestOf(shown), digestOf(token));
  }
}

/** Hashed so that both sides of the comparison have the same length. */
const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

function cookieOf(request: FastifyRequest): string {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    if (name === COOKIE) return value;
  }
  return "";
}
