import type { FastifyInstance, InjectOptions } from "fastify";

/** The part of the public gateway that handles a request as if it came over the network. */
export type InternalClient = Pick<FastifyInstance, "inject">;

export interface GatewayReply {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Abandons an unanswered call, so that its market continues. */
const TIMEOUT_MS = 10_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * A client of the public gateway for the sandbox's own makers and takers, which have no other access. Their calls take
 * the same path as a stranger's except for the network, which would connect the process to itself about forty times a
 * second.
 */
export class GatewayClient {
  private readonly gateway: InternalClient;
  private readonly timeoutMs: number;
  private readonly isSerial: boolean;
  /** The last call of a serial client. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param isSerial whether each call waits for the one before, so that their order repeats */
  constructor(gateway: InternalClient, timeoutMs: number = TIMEOUT_MS, isSerial = false) {
    this.gateway = gateway;
    this.timeoutMs = timeoutMs;
    this.isSerial = isSerial;
  }

  /** Sends a POST call in the legacy envelope. Rejects on HTTP 5xx, and on timeout. */
  post(path: string, payload: Readonly<Record<string, unknown>>, token: string): Promise<GatewayReply> {
    const encoded = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
    return this.send({
      method: "POST",
      url: `/api${path}`,
      headers: { token, "content-type": FORM_TYPE },
      payload: `data=${encodeURIComponent(encoded)}`,
    });
  }

  get(path: string): Promise<GatewayReply> {
    return this.send({ method: "GET", url: `/api${path}` });
  }

  private send(request: InjectOptions): Promise<GatewayReply> {
    if (!this.isSerial) return this.sendNow(request);
    const reply = this.last.then(() => this.sendNow(request));
    this.last = reply.catch(() => undefined);
    return reply;
  }

  private async sendNow(request: InjectOptions): Promise<GatewayReply> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    const { statusCode, payload } = await this.gateway.inject({ ...request, signal });
    return readReply(statusCode, payload);
  }
}

function readReply(status: number, text: string): GatewayReply {
  if (status >= 500) throw new Error(`the gateway answered with HTTP ${status}`);
  const envelope = JSON.parse(text) as { code: number; data: string };
  const data = JSON.parse(Buffer.from(envelope.data, "base64").toString("utf8")) as Record<string, unknown>;
  return { code: envelope.code, data };
}
