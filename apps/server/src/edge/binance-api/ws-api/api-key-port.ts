import type { ShownRequest } from "../signed-request.ts";

/** A user's stream that a WebSocket API connection has subscribed to. */
export interface HeldStream {
  readonly listenKey: string;
  readonly apiKeyId: string;
  readonly userId: number;
}

/** Checks the API keys of WebSocket API connections. In another thread than theirs, the answers must be waited for. */
export interface ApiKeyPort {
  /** Checks a signed request to log on. Throws the errors of a signed request, and -4056. */
  logOn(shown: ShownRequest): Promise<void> | undefined;
  /**
   * Checks a request for its user's events, and opens a listen key for it. Throws the errors of a signed request.
   * @param isLoggedOn the connection has signed before, so this request needs no signature
   */
  holdStream(shown: ShownRequest, isLoggedOn: boolean): Promise<HeldStream> | HeldStream;
  /** Ends a subscription. */
  endStream(held: HeldStream): void;
  /** Returns whether a logged-on key still exists and may be used from the address. */
  isUsable(apiKey: string, address: string): Promise<boolean> | boolean;
}
