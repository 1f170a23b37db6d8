import { programKeyKind } from "../../../people/identity/api-keys/program-key.ts";
import type { Identity } from "../../../people/identity/identity-service.ts";
import { BINANCE } from "../binance-error.ts";
import { Parameters } from "../parameters.ts";
import { checkSignature, keyOf } from "../signed-request.ts";
import { type ApiRequest, queryOf } from "./ws-api-request.ts";

/** The API key a connection has logged on with. Its later requests may omit key and signature. */
export class ApiLogon {
  private readonly identity: Pick<Identity, "apiKey">;
  private readonly address: string;
  private readonly connectedSinceMs = Date.now();
  private current: { readonly apiKey: string; readonly sinceMs: number } | undefined;

  constructor(identity: Pick<Identity, "apiKey">, address: string) {
    this.identity = identity;
    this.address = address;
  }

  /** The key of a logged-on connection. */
  get apiKey(): string | undefined {
    return this.current?.apiKey;
  }

  /** Logs on, replacing the previous key. Throws the same errors as a signed request, and -4056. */
  enter(request: ApiRequest): void {
    const query = queryOf(request);
    const apiKey = String(request.params.apiKey ?? "");
    const shown = { apiKey, query, form: "", address: this.address };
    const key = keyOf(this.identity, shown, undefined);
    checkSignature(shown, new Parameters(query, ""), key, Date.now());
    if (key.publicKey === undefined) throw BINANCE.logonUnsupported("HMAC_SHA256");
    if (programKeyKind(key.publicKey) === "rsa") throw BINANCE.logonUnsupported("RSA");
    key.touch();
    this.current = { apiKey, sinceMs: Date.now() };
  }

  leave(): void {
    this.current = undefined;
  }

  /** Logs off when the key has been removed or may no longer be used from this address. */
  logOffIfInvalid(): void {
    if (this.current === undefined) return;
    const key = this.identity.apiKey(this.current.apiKey);
    if (key === undefined || !key.admits(this.address)) this.leave();
  }

  status(hasSubscriptions: boolean) {
    return {
      apiKey: this.current?.apiKey ?? null,
      authorizedSince: this.current?.sinceMs ?? null,
      connectedSince: this.connectedSinceMs,
      returnRateLimits: true,
      serverTime: Date.now(),
      userDataStream: hasSubscriptions,
    };
  }
}
