import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Language } from "@candor/domain/enumerations";
import type { FundRecordFilter } from "./read-models.ts";

/** Files of profit and loss. */
type ProfitFile = "profit" | "positions" | "trades" | "orders" | "tax";

/** How long a file link works. */
export const EXPORT_LINK_MS = 300_000;
const SECRET_BYTES = 32;

/** Contents of a link: the records, their language, and the expiry. */
export interface FundExport {
  readonly filter: FundRecordFilter;
  readonly language: Language;
  readonly expiresAtMs: number;
}

/** The same for a file of profit and loss. */
export interface ProfitExport {
  readonly file: ProfitFile;
  readonly filter: { readonly userId: number; readonly sinceMs: number; readonly untilMs: number };
  readonly language: Language;
  readonly expiresAtMs: number;
}

export type FileExport = FundExport | ProfitExport;

/**
 * Signed links to files. A link contains everything about the file, so nothing is stored for it. The
 * secret is generated at each start, so links expire on restart.
 */
export class FundExportLinks {
  private readonly secret = randomBytes(SECRET_BYTES);

  /** `<payload>.<signature>`, both base64url. */
  sign(file: FileExport): string {
    const payload = Buffer.from(JSON.stringify(file)).toString("base64url");
    return `${payload}.${this.signatureOf(payload).toString("base64url")}`;
  }

  /** Returns the contents of a link, or `undefined` if it is expired, altered, or was never issued. */
  follow(ticket: string, nowMs: number): FileExport | undefined {
    const [payload, signature, ...more] = ticket.split(".");
    if (payload === undefined || signature === undefined || more.length > 0) return undefined;
    const expected = this.signatureOf(payload);
    const given = Buffer.from(signature, "base64url");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const file = JSON.parse(Buffer.from(payload, "base64url").toString()) as FileExport;
    return nowMs < file.expiresAtMs ? file : undefined;
  }

  private signatureOf(payload: string): Buffer {
    return createHmac("sha256", this.secret).update(payload).digest();
  }
}
