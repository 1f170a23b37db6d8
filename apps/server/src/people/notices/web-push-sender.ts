import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Agent } from "node:https";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import type { PushDevice } from "./notice-records.ts";
import type { PushPort, PushWords } from "./notice-service.ts";
import { isPushEndpoint } from "./push-endpoint.ts";

/** Push lifetime: a device that is offline for longer learns of the notice in other ways. */
const LIFETIME_SECONDS = 24 * 3_600;
const TIMEOUT_MS = 10_000;
/** Maximum concurrent pushes; further ones are rejected. */
const MAX_UNDER_WAY = 200;
/** Push services accept 4,096 bytes, including encryption overhead. */
const MAX_TEXT_LENGTH = 1_000;
/** First byte of an uncompressed point (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;
/** Status codes for a subscription that does not exist, or no longer exists (RFC 8030). */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

export interface WebPushOptions {
  /** File with the server's key pair (RFC 8292); created on first use. */
  readonly keyFile: string;
  /** Contact for push services: `mailto:` or `https:`. */
  readonly contact: string;
  /** Which endpoints are accepted; by default those of the browsers' push services. */
  readonly isEndpoint?: (endpoint: string) => boolean;
  readonly agent?: Agent;
  /** Sends nothing, and reports every push as sent. */
  readonly isMuted?: boolean;
}

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Sends encrypted messages to users' browsers (RFC 8030, 8291, 8292). */
export class WebPushSender implements PushPort {
  readonly publicKey: string;
  readonly isEndpoint: (endpoint: string) => boolean;
  private readonly options: WebPushOptions;
  private readonly keys: KeyPair;
  private underWay = 0;

  constructor(options: WebPushOptions) {
    this.options = options;
    this.keys = keyPairOf(options.keyFile);
    this.publicKey = this.keys.publicKey;
    this.isEndpoint = options.isEndpoint ?? isPushEndpoint;
  }

  async push({ endpoint, p256dh, auth }: PushDevice, words: PushWords): Promise<"sent" | "gone"> {
    // Checked again, so that endpoints accepted under older rules are not called either.
    if (!this.isEndpoint(endpoint)) return "gone";
    if (this.options.isMuted === true) return "sent";
    if (this.underWay >= MAX_UNDER_WAY) throw new Error("too many pushes in progress");
    this.underWay++;
    try {
      return await this.send({ endpoint, p256dh, auth }, words);
    } finally {
      this.underWay--;
    }
  }

  private async send(
    { endpoint, p256dh, auth }: Pick<PushDevice, "endpoint" | "p256dh" | "auth">,
    words: PushWords,
  ): Promise<"sent" | "gone"> {
    // Loaded with the first push to keep the start fast.
    const { default: webPush } = await import("web-push");
    try {
      const payload = JSON.stringify({ ...words, text: words.text.slice(0, MAX_TEXT_LENGTH) });
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: this.options.contact, ...this.keys },
        TTL: LIFETIME_SECONDS,
        timeout: TIMEOUT_MS,
        ...(this.options.agent === undefined ? {} : { agent: this.options.agent }),
      });
      return "sent";
    } catch (error) {
      if (error instanceof webPush.WebPushError && GONE.has(error.statusCode)) return "gone";
      throw error;
    }
  }
}

function keyPairOf(file: string): KeyPair {
  if (!existsSync(file)) writeDurably(file, `${JSON.stringify(newKeyPair(), null, 2)}\n`);
  const { publicKey, privateKey } = JSON.parse(readFileSync(file, "utf8")) as Partial<KeyPair>;
  if (typeof publicKey !== "string" || typeof privateKey !== "string")
    throw new Error(`${file} has no key pair for web push`);
  return { publicKey, privateKey };
}

/** P-256: the point in its uncompressed form and the scalar, base64url (RFC 8292, section 3.2). */
function newKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = [Buffer.of(UNCOMPRESSED), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return { publicKey: Buffer.concat(point).toString("base64url"), privateKey: d };
}
