import { type Remote, ThreadGoneError } from "../../kit/threads/thread-peer.ts";
import { BINANCE, BinanceError } from "../binance-api/binance-error.ts";
import type { ShownRequest } from "../binance-api/signed-request.ts";
import type { ApiKeyPort, HeldStream } from "../binance-api/ws-api/api-key-port.ts";
import type { FollowedStreamKeys } from "./followed-stream-keys.ts";
import type { Checked, SocketQuestions } from "./socket-methods.ts";

/** API keys and their secrets stay in the main thread, which checks them for the WebSocket API of a gateway. */
export class FollowedApiKeys implements ApiKeyPort {
  private readonly main: Remote<SocketQuestions>;
  private readonly streamKeys: Pick<FollowedStreamKeys, "keep">;

  constructor(main: Remote<SocketQuestions>, streamKeys: Pick<FollowedStreamKeys, "keep">) {
    this.main = main;
    this.streamKeys = streamKeys;
  }

  async logOn(shown: ShownRequest): Promise<void> {
    admitted(await answered(this.main.logOn(shown)));
  }

  async holdStream(shown: ShownRequest, isLoggedOn: boolean): Promise<HeldStream> {
    const { held, key } = admitted(await answered(this.main.holdStream(shown, isLoggedOn)));
    this.streamKeys.keep(held.listenKey, key);
    return held;
  }

  endStream(held: HeldStream): void {
    // If nobody answers, the main thread has ended, and its listen keys with it.
    this.main.endStream(held).catch(() => undefined);
  }

  isUsable(apiKey: string, address: string): Promise<boolean> {
    return answered(this.main.isKeyUsable(apiKey, address));
  }
}

/** Without the main thread, the client may try again. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ThreadGoneError ? BINANCE.unavailable() : error;
  }
}

function admitted<T>(outcome: Checked<T>): T {
  if ("value" in outcome) return outcome.value;
  const { status, code, message, retrySeconds } = outcome.refusal;
  throw new BinanceError(status, code, message, retrySeconds);
}
