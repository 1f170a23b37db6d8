import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Agent } from "node:https";
import { type AddressInfo, connect } from "node:net";

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, record size and key length (RFC 8188, section 2.1). */
const HEAD_BYTES = SALT_BYTES + 4 + 1;

export interface ReceivedPush {
  /** Path of the subscription. */
  readonly path: string;
  readonly authorization: string;
  readonly body: Buffer;
}

/** A local fake of the browsers' push services, whatever their host names: accepts encrypted messages. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** Response status. */
  status = 201;
  /** Routes requests for any push service here. */
  readonly agent: Agent;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    const { port } = server.address() as AddressInfo;
    this.agent = new Agent();
    this.agent.createConnection = () => connect(port, "127.0.0.1");
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { url = "", headers } = request;
        const authorization = headers.authorization ?? "";
        this.received.push({ path: url, authorization, body: Buffer.concat(chunks) });
        response.writeHead(this.status).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new PushService(server);
  }

  async close(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** A browser's subscription, with its private keys. */
export class PushBrowser {
  readonly endpoint: string;
  private readonly keyPair: ECDH = createECDH("prime256v1");
  private readonly auth = randomBytes(16);

  constructor(path: string) {
    this.endpoint = `https://fcm.googleapis.com${path}`;
    this.keyPair.generateKeys();
  }

  /** In the app's format. */
  get subscription() {
    const p256dh = this.keyPair.getPublicKey().toString("base64url");
    return { endpoint: this.endpoint, keys: { p256dh, auth: this.auth.toString("base64url") } };
  }

  /** Decrypts a message like a browser: RFC 8291, section 3.4, with a single record of RFC 8188. */
  open(body: Buffer): unknown {
    const salt = body.subarray(0, SALT_BYTES);
    const keyLength = body.readUInt8(HEAD_BYTES - 1);
    const serverKey = body.subarray(HEAD_BYTES, HEAD_BYTES + keyLength);
    const record = body.subarray(HEAD_BYTES + keyLength);
    const shared = this.keyPair.computeSecret(serverKey);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keyPair.getPublicKey(), serverKey]);
    const secret = Buffer.from(hkdfSync("sha256", shared, this.auth, info, 32));
    const derive = (use: string, bytes: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${use}\0`), bytes));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
    const padded = Buffer.concat([
      decipher.update(record.subarray(0, record.length - TAG_BYTES)),
      decipher.final(),
    ]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
  }
}
