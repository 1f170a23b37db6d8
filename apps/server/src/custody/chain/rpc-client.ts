import { type Client, createClient, type HttpTransport, http } from "viem";
import { ChainUnavailableError } from "./evm-chain.ts";
import { causeWithoutAddress, refusalOf } from "./rpc-refusal.ts";

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

export interface RpcOptions {
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

/** Client of one node. Errors never contain the node's address, which often contains a key. */
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

  /** @throws RpcRefusal when the node itself refused; ChainUnavailableError for anything else */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      // Bypasses viem's types: every reply is validated by our own readers.
      return await this.client.request({ method, params } as never);
    } catch (error) {
      throw refusalOf(error) ?? new ChainUnavailableError(method, { cause: causeWithoutAddress(error) });
    }
  }
}
