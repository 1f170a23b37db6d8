import type { Identity } from "../../../people/identity/identity-service.ts";
import { programKeyKind } from "../../../people/identity/program-key.ts";
import { BINANCE } from "../binance-error.ts";
import { Parameters } from "../parameters.ts";
import { checkSignature, keyOf } from "../signed-request.ts";
import { type ApiRequest, queryOf } from "./ws-api-request.ts";

/** A connection's API key, once it has logged on with it: what needs a key and a signature may then leave both out. */
export class ApiLogon {
  private readonly identity: Pick<Identity, "apiKey">;
  private readonly address: string;
  private readonly connectedSinceMs = Date.now();
  private current: { readonly apiKey: string; readonly sinceMs: number } | undefined;

  constructor(identity: Pick<Identity, "apiKey">, address: string) {
    this.identity = identity;
    this.address = address;
  }

  /** The key of those who have logged on. */
  get apiKey(): string | undefined {
    return this.current?.apiKey;
  }

  /** Takes the place of the key before; throws what a signed request does, and -4056. */
  enter(request: ApiRequest): void {
    const query = queryOf(request);
    const apiKey = String(request.params.apiKey ?? "");
    const shown = { apiKey, query, form: "", address: this.address };
    const key = keyOf(this.identity, shown, undefined);
    checkSignature(shown, new Parameters(query, ""), key, Date.now());
    if (key.publicKey === undefined) throw BINANCE.cannotLogOn("HMAC_SHA256");
    if (programKeyKind(key.publicKey) === "rsa") throw BINANCE.cannotLogOn("RSA");
    key.touch();
    this.current = { apiKey, sinceMs: Date.now() };
  }

  leave(): void {
    this.current = undefined;
  }

  /** A key that has gone, or may no longer be used from there, is forgotten. */
  leaveUnlessGood(): void {
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
