import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import type { Transporter } from "nodemailer";
import type { SmtpSettings } from "../../../config/delivery-settings.ts";
import { escapeHtml } from "./escape-html.ts";
import type { MessageSender, OutgoingMessage } from "./message-sender.ts";
import { SendError } from "./send-error.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Maximum connections to the mail server. */
const MAX_CONNECTIONS = 4;

/** Sends emails by SMTP, as plain text with a simple HTML alternative. */
export class SmtpSender implements MessageSender {
  private readonly settings: SmtpSettings;
  private transport: Transporter | undefined;

  constructor(settings: SmtpSettings) {
    this.settings = settings;
  }

  /** nodemailer is loaded with the first mail. */
  private async connected(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    this.transport ??= createTransport({
      url: this.settings.url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return this.transport;
  }

  /** Rejects with SendError if the mail server did not accept it. */
  async send(message: OutgoingMessage): Promise<void> {
    const { to, subject, text, language } = message;
    try {
      await (await this.connected()).sendMail({
        from: this.settings.from,
        to: { name: "", address: to },
        subject,
        text,
        html: htmlOf(message),
        headers: {
          "Content-Language": LANGUAGE_TAGS[language],
          // Prevents out-of-office replies (RFC 3834).
          "Auto-Submitted": "auto-generated",
        },
      });
    } catch (error) {
      throw SendError.from(error);
    }
  }

  close(): void {
    this.transport?.close();
  }
}

/** Builds HTML with one paragraph per line and no external resources. */
function htmlOf({ language, subject, text }: OutgoingMessage): string {
  const paragraphs = text.split("\n").map((line) => `<p style="margin:0 0 12px">${highlightCode(line)}</p>`);
  const style =
    "margin:0;padding:24px;background:#f6f7f9;color:#0b1220;font:16px/1.5 -apple-system,Segoe UI,Roboto,sans-serif";
  return [
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head><body style="${style}">`,
    '<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6e8ec;border-radius:12px">',
    '<p style="margin:0 0 16px;font-weight:600">Candor</p>',
    ...paragraphs,
    "</div></body></html>",
  ].join("");
}

/** Highlights the code, because that is what the reader looks for. */
function highlightCode(line: string): string {
  return escapeHtml(line).replace(
    /(?<=[:：] ?)[0-9]{6}$/,
    (code) => `<strong style="font-size:20px;letter-spacing:2px">${code}</strong>`,
  );
}
