import { verify } from "node:crypto";
import type { LiveApiKey } from "../../people/identity/api-keys/api-key-register.ts";
import { programKeyKind } from "../../people/identity/api-keys/program-key.ts";
import type { ApiKeyPermission } from "../../people/identity/identity-records.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import { BINANCE } from "./binance-error.ts";
import type { Parameters } from "./parameters.ts";

const DEFAULT_WINDOW_MS = 5_000;
const MAX_WINDOW_MS = 60_000;
/** A request further ahead of our clock than this is rejected. */
const MAX_AHEAD_MS = 1_000;
/** Timestamps from here on are in microseconds. */
const MICROSECONDS_FROM = 1e15;
const WINDOW = /^[0-9]{1,16}(?:\.[0-9]{1,3})?$/;
const KEY_FORM = /^[A-Za-z0-9]{64}$/;
const SIGNATURE = /(?:^|&)signature=([^&]*)/;

/** The credentials and parameters of a request. */
export interface ShownRequest {
  /** The header `X-MBX-APIKEY`. */
  readonly apiKey: string | undefined;
  readonly query: string;
  readonly form: string;
  readonly address: string;
}

/** Returns the key of a request. Throws -2014 and -2015. */
export function keyOf(
  identity: Pick<Identity, "apiKey">,
  { apiKey, address }: ShownRequest,
  permission: ApiKeyPermission | undefined,
): LiveApiKey {
  if (apiKey === undefined) throw BINANCE.keyForm();
  const key = identity.apiKey(apiKey);
  if (key === undefined && !KEY_FORM.test(apiKey)) throw BINANCE.keyForm();
  if (key === undefined || !key.admits(address)) throw BINANCE.key();
  if (permission !== undefined && !key.permissions.includes(permission)) throw BINANCE.key();
  return key;
}

/** Returns `recvWindow` in milliseconds, with up to three decimals. Throws -1100. */
function windowOf(parameters: Parameters): number {
  const text = parameters.text("recvWindow");
  if (text === undefined) return DEFAULT_WINDOW_MS;
  if (!WINDOW.test(text)) throw BINANCE.malformed("recvWindow");
  return Number(text);
}

/** Throws unless the request is recent: -1102, -1131, -1021. */
export function checkTime(parameters: Parameters, nowMs: number): void {
  const sent = parameters.integer("timestamp");
  if (sent === undefined) throw BINANCE.missing("timestamp");
  const timestamp = sent < MICROSECONDS_FROM ? sent : sent / 1_000;
  const windowMs = windowOf(parameters);
  if (windowMs > MAX_WINDOW_MS) throw BINANCE.recvWindow();
  if (timestamp > nowMs + MAX_AHEAD_MS) throw BINANCE.clock(true);
  if (nowMs - timestamp > windowMs) throw BINANCE.clock(false);
}

/**
 * Throws unless the request is recent and signed with the key's secret or the program's own key: like checkTime, and
 * -1022.
 */
export function checkSignature(
  { query, form }: ShownRequest,
  parameters: Parameters,
  key: Pick<LiveApiKey, "secret" | "publicKey">,
  nowMs: number,
): void {
  checkTime(parameters, nowMs);
  const signature = parameters.needed("signature");
  // The raw text as sent: query, then form, without the signature.
  const signed = withoutSignature(query) + withoutSignature(form);
  if (!isSignature(signature, signed, key)) throw BINANCE.signature();
}

/**
 * HMAC-SHA256 in hexadecimal; or Ed25519 or RSA (PKCS #1 v1.5 with SHA-256) in base64, whose plus signs may have
 * arrived as spaces.
 */
function isSignature(
  signature: string,
  signed: string,
  { publicKey, secret }: Pick<LiveApiKey, "secret" | "publicKey">,
): boolean {
  if (publicKey !== undefined) {
    const bytes = Buffer.from(signature.replaceAll(" ", "+"), "base64");
    const digest = programKeyKind(publicKey) === "rsa" ? "sha256" : null;
    return verify(digest, Buffer.from(signed), publicKey, bytes);
  }
  return secret.verify(signed, signature);
}

function withoutSignature(text: string): string {
  const rest = text.replace(SIGNATURE, "");
  return rest.startsWith("&") ? rest.slice(1) : rest;
}
