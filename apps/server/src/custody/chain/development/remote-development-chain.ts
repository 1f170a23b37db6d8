import { setTimeout as sleep } from "node:timers/promises";
import { placeText } from "../../../config/link/link-settings.ts";
import { SettingError } from "../../../config/setting-error.ts";
import type { Hex } from "../../../kit/hex.ts";
import type { LinkAddress, LinkIdentity } from "../../../kit/link/link-identity.ts";
import type { Channel } from "../../channel/channel.ts";
import { connectChannel } from "../../channel/open-channel.ts";
import type { ChainLog } from "../chain-log.ts";
import { ChainUnavailableError, type EvmChain } from "../evm-chain.ts";
import {
  CHAIN_METHODS,
  CHAIN_VERSION,
  type ChainDescription,
  type ChainMethod,
  type ChainReply,
  decodeCall,
  encodeCall,
  MAX_MESSAGE_BYTES,
} from "./chain-calls.ts";
import type { DevelopmentChain } from "./development-chain.ts";

const ANSWER_TIMEOUT_MS = 30_000;
const DESCRIPTION_TIMEOUT_MS = 10_000;
const FIRST_CONNECTION_MS = 60_000;
const PAUSE_MS = 200;

export interface RemoteChainOptions {
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly log: ChainLog;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A development chain in a process of its own. Every call connects again if necessary; one whose connection is lost
 * rejects with ChainUnavailableError, like that of any node.
 */
export class RemoteDevelopmentChain implements DevelopmentChain {
  readonly kind: DevelopmentChain["kind"];
  readonly evmChainId: number;
  readonly tokens: DevelopmentChain["tokens"];
  readonly faucet: Hex;
  readonly chain: EvmChain;
  private readonly options: RemoteChainOptions;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private channel: Channel | undefined;
  private connecting: Promise<Channel> | undefined;
  private isClosed = false;

  private constructor(options: RemoteChainOptions, channel: Channel, description: ChainDescription) {
    this.options = options;
    ({
      kind: this.kind,
      evmChainId: this.evmChainId,
      tokens: this.tokens,
      faucet: this.faucet,
    } = description);
    this.use(channel);
    const call =
      (name: ChainMethod) =>
      (...args: readonly unknown[]) =>
        this.call(name, ...args);
    // The compiler checks that the names are those of an EvmChain.
    this.chain = Object.fromEntries(CHAIN_METHODS.map((name) => [name, call(name)])) as unknown as EvmChain;
  }

  /** Waits for a chain that is starting too. Throws SettingError when it does not answer. */
  static async connect(options: RemoteChainOptions): Promise<RemoteDevelopmentChain> {
    const endMs = Date.now() + FIRST_CONNECTION_MS;
    for (;;) {
      try {
        const { channel, description } = await describedChannel(options);
        return new RemoteDevelopmentChain(options, channel, description);
      } catch (error) {
        if (Date.now() >= endMs)
          throw new SettingError(
            "CANDOR_DEVELOPMENT_CHAIN",
            `names a chain at ${placeText(options.place)} that does not answer: ${(error as Error).message}`,
          );
        await sleep(PAUSE_MS);
      }
    }
  }

  send(token: Hex | null, to: Hex, amount: bigint): Promise<Hex> {
    return this.call("send", token, to, amount) as Promise<Hex>;
  }

  waitingTransactions(): Promise<number> {
    return this.call("waitingTransactions") as Promise<number>;
  }

  async mine(): Promise<void> {
    await this.call("mine");
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.channel?.end("closed");
    this.failAll("closed");
    return Promise.resolve();
  }

  private async call(method: ChainMethod, ...args: readonly unknown[]): Promise<unknown> {
    const channel = await this.connected();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => channel.close("no answer"), ANSWER_TIMEOUT_MS);
      this.waiting.set(id, { resolve, reject, timer });
      channel.send(encodeCall({ id, method, args }));
    });
  }

  private async connected(): Promise<Channel> {
    if (this.isClosed) throw new ChainUnavailableError("closed");
    if (this.channel !== undefined) return this.channel;
    this.connecting ??= this.reconnect().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async reconnect(): Promise<Channel> {
    try {
      const { channel, description } = await describedChannel(this.options);
      if (this.isClosed || description.faucet !== this.faucet) {
        channel.close("not the same chain");
        throw new Error(this.isClosed ? "closed" : "another development chain answers");
      }
      this.use(channel);
      this.options.log.info({}, "connected to the development chain again");
      return channel;
    } catch (error) {
      throw new ChainUnavailableError((error as Error).message, { cause: error });
    }
  }

  private use(channel: Channel): void {
    this.channel = channel;
    channel.receive({
      message: (bytes) => this.settle(decodeCall(bytes) as ChainReply),
      closed: (why) => {
        if (this.channel !== channel) return;
        this.channel = undefined;
        this.failAll(why);
      },
    });
  }

  private settle(reply: ChainReply): void {
    const waiting = this.waiting.get(reply.id);
    if (waiting === undefined) return;
    this.waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if ("error" in reply) waiting.reject(new ChainUnavailableError(reply.error));
    else waiting.resolve(reply.result);
  }

  private failAll(why: string): void {
    for (const [id, { reject, timer }] of this.waiting) {
      this.waiting.delete(id);
      clearTimeout(timer);
      reject(new ChainUnavailableError(why));
    }
  }
}

/** Connects and waits for the chain's first message. */
async function describedChannel({ place, identity }: RemoteChainOptions): Promise<{
  readonly channel: Channel;
  readonly description: ChainDescription;
}> {
  const channel = await connectChannel({
    place,
    identity,
    protocol: "candor-chain",
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
  const first = Promise.withResolvers<ChainDescription>();
  const timer = setTimeout(() => channel.close("no first message"), DESCRIPTION_TIMEOUT_MS);
  channel.receive({
    message: (bytes) => first.resolve(decodeCall(bytes) as ChainDescription),
    closed: (why) => first.reject(new Error(why)),
  });
  try {
    const description = await first.promise;
    if (description.version === CHAIN_VERSION) return { channel, description };
    channel.close("other version");
    throw new Error(`it has version ${description.version} of the messages, expected ${CHAIN_VERSION}`);
  } finally {
    clearTimeout(timer);
  }
}
