import { connect, type Socket } from "node:net";

/** The fields of a wire reply that benches read. */
export interface WireReply {
  readonly code: number;
}

const HEADER_END = "\r\n\r\n";
const LENGTH_HEADER = "content-length: ";
const CODE = /"code":([0-9]+)/;

/**
 * A keep-alive connection with one request in progress. Attackers use their own machines, so requests here cost as
 * little as possible.
 */
export class RawCaller {
  private readonly socket: Socket;
  private readonly head: string;
  private received = "";
  private answered: ((reply: WireReply) => void) | undefined;

  constructor(port: number) {
    this.head = `host: 127.0.0.1:${port}\r\n`;
    this.socket = connect(port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
    this.socket.on("data", (text) => this.take(String(text)));
    this.socket.on("error", () => this.answered?.({ code: 0 }));
  }

  /** Makes a call as a client at `address`, through the proxy that the server trusts. */
  post(path: string, payload: object, address: string, shown = ""): Promise<WireReply> {
    const data = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
    const body = `data=${encodeURIComponent(data)}`;
    return this.send(
      `POST /api${path} HTTP/1.1\r\n${this.head}x-forwarded-for: ${address}\r\n${shown}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  }

  get(path: string, address: string): Promise<WireReply> {
    return this.send(
      `GET ${path} HTTP/1.1\r\n${this.head}x-forwarded-for: ${address}\r\naccept-encoding: br, gzip\r\n\r\n`,
    );
  }

  end(): void {
    this.socket.destroy();
  }

  private send(request: string): Promise<WireReply> {
    return new Promise((resolve) => {
      this.answered = resolve;
      this.socket.write(request, "latin1");
    });
  }

  private take(text: string): void {
    this.received += text;
    const end = this.received.indexOf(HEADER_END);
    if (end < 0) return;
    const at = this.received.indexOf(LENGTH_HEADER) + LENGTH_HEADER.length;
    const length = Number.parseInt(this.received.slice(at, at + 9), 10);
    if (this.received.length < end + HEADER_END.length + length) return;
    const [, code = "0"] = CODE.exec(this.received.slice(end, end + 100)) ?? [];
    this.received = "";
    const { answered } = this;
    this.answered = undefined;
    answered?.({ code: Number(code) });
  }
}
