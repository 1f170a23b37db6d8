import { type Client, createClient, type HttpTransport, http } from "viem";
import { ChainUnavailableError } from "./evm-chain.ts";
import { causeWithoutAddress, refusalOf } from "./rpc-refusal.ts";

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

export interface RpcOptions {
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

/** Asks one node. The node's address often holds a key: no error repeats it. */
export class RpcClient {
  private readonly client: Client<HttpTransport>;

  constructor(url: string, options: RpcOptions = {}) {
    this.client = createClient({
      transport: http(url, {
        timeout: options.timeoutMs ?? TIMEOUT_MS,
        retryCount: options.retries ?? RETRIES,
      }),
    });
  }

  /** @throws RpcRefusal what the node itself answered; ChainUnavailableError anything else */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      // viem knows each method's types; here every reply is read with care, so that none is believed.
      return await this.client.request({ method, params } as never);
    } catch (error) {
      throw refusalOf(error) ?? new ChainUnavailableError(method, { cause: causeWithoutAddress(error) });
    }
  }
}
