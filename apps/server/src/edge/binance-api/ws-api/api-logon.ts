import type { ApiKeyPort } from "./api-key-port.ts";
import { type ApiRequest, queryOf } from "./ws-api-request.ts";

/** The API key a connection has logged on with. Its later requests may omit key and signature. */
export class ApiLogon {
  private readonly keys: Pick<ApiKeyPort, "logOn" | "isUsable">;
  private readonly address: string;
  private readonly nowMs: () => number;
  private readonly connectedSinceMs: number;
  private current: { readonly apiKey: string; readonly sinceMs: number } | undefined;

  constructor(keys: Pick<ApiKeyPort, "logOn" | "isUsable">, address: string, nowMs: () => number) {
    this.keys = keys;
    this.address = address;
    this.nowMs = nowMs;
    this.connectedSinceMs = nowMs();
  }

  /** The key of a logged-on connection. */
  get apiKey(): string | undefined {
    return this.current?.apiKey;
  }

  /** Logs on, replacing the previous key. Throws the same errors as a signed request, and -4056. */
  enter(request: ApiRequest): Promise<void> | undefined {
    const apiKey = String(request.params.apiKey ?? "");
    const entered = (): void => {
      this.current = { apiKey, sinceMs: this.nowMs() };
    };
    const checked = this.keys.logOn({ apiKey, query: queryOf(request), form: "", address: this.address });
    if (checked !== undefined) return checked.then(entered);
    entered();
    return undefined;
  }

  leave(): void {
    this.current = undefined;
  }

  /** Logs off when the key has been removed or may no longer be used from this address. */
  async logOffIfInvalid(): Promise<void> {
    const { current } = this;
    if (current === undefined || (await this.keys.isUsable(current.apiKey, this.address))) return;
    if (this.current === current) this.leave();
  }

  status(hasSubscriptions: boolean) {
    return {
      apiKey: this.current?.apiKey ?? null,
      authorizedSince: this.current?.sinceMs ?? null,
      connectedSince: this.connectedSinceMs,
      returnRateLimits: true,
      serverTime: this.nowMs(),
      userDataStream: hasSubscriptions,
    };
  }
}
