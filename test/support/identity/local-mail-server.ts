import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly to: string;
  /** Raw, as received. */
  readonly raw: string;
  /** Unfolded headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** A mail server on its own port; rejects recipients whose name starts with "refused". */
export class LocalMailServer {
  readonly mails: ReceivedMail[] = [];
  readonly logins: string[] = [];
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) => {
        this.logins.push(`${username} ${password}`);
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("refused") ? new Error(`no such mailbox: ${address}`) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          this.mails.push(readMail(to, Buffer.concat(chunks).toString("utf8")));
          done();
        });
      },
    });
  }

  static async start(): Promise<LocalMailServer> {
    const mail = new LocalMailServer();
    mail.server.listen(0, "127.0.0.1");
    await once(mail.server.server, "listening");
    return mail;
  }

  /** Includes name and password, as providers require. */
  get url(): string {
    const { port } = this.server.server.address() as AddressInfo;
    return `smtp://desk:opensesame@127.0.0.1:${port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function readMail(to: string, raw: string): ReceivedMail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = headersOf(head);
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = rest.join("\r\n\r\n").split(`--${boundary}`);
  const part = (type: string) => decoded(parts.find((candidate) => candidate.includes(type)) ?? "");
  return { to, raw, headers, text: part("text/plain"), html: part("text/html") };
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  return Object.fromEntries(
    lines
      .filter((line) => line.includes(":"))
      .map((line) => {
        const at = line.indexOf(":");
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
  );
}

function decoded(part: string): string {
  const [head = "", ...body] = part.trimStart().split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  const encoding = headersOf(head)["content-transfer-encoding"] ?? "7bit";
  if (encoding === "base64") return Buffer.from(text, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
