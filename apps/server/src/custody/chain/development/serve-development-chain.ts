import type { LinkAddress, LinkIdentity } from "../../../kit/link/link-identity.ts";
import type { Channel } from "../../channel/channel.ts";
import { listenForChannels } from "../../channel/open-channel.ts";
import type { ChainLog } from "../chain-log.ts";
import {
  CHAIN_METHODS,
  CHAIN_VERSION,
  type ChainRequest,
  decodeCall,
  encodeCall,
  MAX_MESSAGE_BYTES,
  OWN_METHODS,
} from "./chain-calls.ts";
import type { DevelopmentChain } from "./development-chain.ts";

export interface ChainServerOptions {
  readonly development: DevelopmentChain;
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly log: ChainLog;
}

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Lets the cores of a sandbox use one development chain, which is the outside world to all of them. */
export async function serveDevelopmentChain({
  development,
  place,
  identity,
  log,
}: ChainServerOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const channels = new Set<Channel>();
  const calls = callsOf(development);
  const listening = await listenForChannels({
    place,
    identity,
    protocol: "candor-chain",
    maxMessageBytes: MAX_MESSAGE_BYTES,
    refused: (why, address) => log.warn({ address, why }, "connection refused"),
    connected: (channel) => {
      channels.add(channel);
      channel.receive({
        message: (bytes) => void answer(channel, calls, bytes),
        closed: (why) => {
          channels.delete(channel);
          log.info({ core: channel.peer, why }, "core disconnected");
        },
      });
      const { kind, evmChainId, tokens, faucet } = development;
      channel.send(encodeCall({ version: CHAIN_VERSION, kind, evmChainId, tokens, faucet }));
      log.info({ core: channel.peer }, "core connected");
    },
  });
  return {
    port: listening.port,
    close: async () => {
      const closed = listening.close();
      for (const channel of channels) channel.end("the chain stops");
      await closed;
    },
  };
}

function callsOf(development: DevelopmentChain): ReadonlyMap<string, Call> {
  const calls = new Map<string, Call>();
  const { chain } = development;
  // The compiler checks both lists of names; the arguments come from the same program.
  for (const name of CHAIN_METHODS) calls.set(name, (...args) => (chain[name] as Call)(...args));
  for (const name of OWN_METHODS) calls.set(name, (...args) => (development[name] as Call)(...args));
  return calls;
}

async function answer(channel: Channel, calls: ReadonlyMap<string, Call>, bytes: Buffer): Promise<void> {
  let request: ChainRequest;
  try {
    request = decodeCall(bytes) as ChainRequest;
  } catch {
    return channel.close("malformed message");
  }
  const { id, method, args } = request;
  const call = calls.get(method);
  if (call === undefined) return channel.send(encodeCall({ id, error: `no method ${method}` }));
  try {
    channel.send(encodeCall({ id, result: await call(...args) }));
  } catch (error) {
    channel.send(encodeCall({ id, error: error instanceof Error ? error.message : String(error) }));
  }
}
