import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GatewayOptions } from "./dependencies.ts";

const COOKIE = "candor-outbox";
const MONTH_SECONDS = 30 * 86_400;

/**
 * Who may read the sandbox's outbox, where everybody's codes stand: browsers that have opened the link which the server
 * printed at its start. Where a request comes from proves nothing, because a proxy on this machine makes everybody's look
 * local, with nginx's defaults even without a header that says so.
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

  /** Whether there is an outbox at all. */
  get exists(): boolean {
    return this.isSandbox;
  }

  admits(request: FastifyRequest): boolean {
    return this.isSandbox && (this.isOpen || this.isToken(cookieOf(request)));
  }

  /** Lets a browser in that shows the token; false: it is not the token. */
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

/** Texts of any length and alphabet have digests of one length. */
const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

function cookieOf(request: FastifyRequest): string {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    if (name === COOKIE) return value;
  }
  return "";
}
