import { programKeyKind } from "../../../people/identity/api-keys/program-key.ts";
import type { Identity } from "../../../people/identity/identity-service.ts";
import { BINANCE } from "../binance-error.ts";
import { Parameters } from "../parameters.ts";
import { checkSignature, keyOf, type ShownRequest } from "../signed-request.ts";
import type { ListenKeys } from "../streams/listen-keys.ts";
import type { ApiKeyPort, HeldStream } from "./api-key-port.ts";

/** Checks API keys in the memory of the server's own thread, at once. */
export class OwnApiKeys implements ApiKeyPort {
  private readonly identity: Pick<Identity, "apiKey">;
  private readonly listenKeys: Pick<ListenKeys, "hold" | "close">;

  private readonly nowMs: () => number;

  constructor(
    identity: Pick<Identity, "apiKey">,
    listenKeys: Pick<ListenKeys, "hold" | "close">,
    nowMs: () => number,
  ) {
    this.identity = identity;
    this.listenKeys = listenKeys;
    this.nowMs = nowMs;
  }

  logOn(shown: ShownRequest): undefined {
    const key = keyOf(this.identity, shown, undefined);
    checkSignature(shown, new Parameters(shown.query, ""), key, this.nowMs());
    if (key.publicKey === undefined) throw BINANCE.logonUnsupported("HMAC_SHA256");
    if (programKeyKind(key.publicKey) === "rsa") throw BINANCE.logonUnsupported("RSA");
    key.touch();
  }

  holdStream(shown: ShownRequest, isLoggedOn: boolean): HeldStream {
    const key = keyOf(this.identity, shown, "read");
    if (!isLoggedOn) checkSignature(shown, new Parameters(shown.query, ""), key, this.nowMs());
    key.touch();
    const { apiKeyId, userId } = key;
    return { listenKey: this.listenKeys.hold(userId, apiKeyId), apiKeyId, userId };
  }

  endStream({ listenKey, apiKeyId }: HeldStream): void {
    this.listenKeys.close(listenKey, apiKeyId);
  }

  isUsable(apiKey: string, address: string): boolean {
    return this.identity.apiKey(apiKey)?.admits(address) === true;
  }
}
