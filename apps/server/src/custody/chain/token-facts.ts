import { hexToString } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";
import { readBytes, readInteger } from "./hex-values.ts";
import type { RpcClient } from "./rpc-client.ts";
import { RpcRefusal } from "./rpc-refusal.ts";

/** Selectors of ERC-20's optional functions; https://eips.ethereum.org/EIPS/eip-20 */
const DECIMALS = "0x313ce567";
const SYMBOL = "0x95d89b41";
const WORD_DIGITS = 64;
const MAX_DECIMALS = 255;
const MAX_SYMBOL_LENGTH = 60;

/** A token contract's own metadata. */
export interface TokenFacts {
  /** Undefined when the contract does not report it. */
  readonly decimals: number | undefined;
  readonly symbol: string | undefined;
}

/** Whether there is a contract at this address. */
export async function hasCode(rpc: RpcClient, address: Hex): Promise<boolean> {
  return readBytes(await rpc.call("eth_getCode", [address, "latest"])) !== "0x";
}

/** Reads a contract's metadata. Rejects with ChainUnavailableError. */
export async function readTokenFacts(rpc: RpcClient, token: Hex): Promise<TokenFacts> {
  const [decimals, symbol] = await Promise.all([ask(rpc, token, DECIMALS), ask(rpc, token, SYMBOL)]);
  return { decimals: decimalsOf(decimals), symbol: symbol === undefined ? undefined : textOf(symbol) };
}

/** Returns undefined when the contract has no such function. */
async function ask(rpc: RpcClient, token: Hex, data: Hex): Promise<Hex | undefined> {
  try {
    const answer = readBytes(await rpc.call("eth_call", [{ to: token, data }, "latest"]));
    return answer.length < 2 + WORD_DIGITS ? undefined : answer;
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

function decimalsOf(answer: Hex | undefined): number | undefined {
  if (answer === undefined) return undefined;
  const value = BigInt(answer.slice(0, 2 + WORD_DIGITS));
  return value > BigInt(MAX_DECIMALS) ? undefined : Number(value);
}

/** An ABI string, or 32 bytes in the oldest tokens. */
function textOf(answer: Hex): string | undefined {
  const digits = answer.slice(2);
  if (digits.length === WORD_DIGITS) return trimmed(hexToString(answer));
  const lengthAt = WORD_DIGITS;
  const length = Number(BigInt(`0x${digits.slice(lengthAt, lengthAt + WORD_DIGITS)}`));
  const start = lengthAt + WORD_DIGITS;
  if (!Number.isSafeInteger(length) || digits.length < start + 2 * length) return undefined;
  return trimmed(hexToString(`0x${digits.slice(start, start + 2 * length)}`));
}

/** A contract can return anything, so control characters are removed before the text reaches a terminal or log. */
const trimmed = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").slice(0, MAX_SYMBOL_LENGTH);

/** Whether the node supports the `safe` or `finalized` tag. */
export async function hasSettledBlock(rpc: RpcClient, tag: "safe" | "finalized"): Promise<boolean> {
  try {
    return (await rpc.call("eth_getBlockByNumber", [tag, false])) !== null;
  } catch (error) {
    if (error instanceof RpcRefusal) return false;
    throw error;
  }
}

export const nodeChainId = async (rpc: RpcClient): Promise<number> =>
  readInteger(await rpc.call("eth_chainId", []));

/** Returns the number of mined transactions of an address. */
export const minedNonce = async (rpc: RpcClient, address: Hex): Promise<number> =>
  readInteger(await rpc.call("eth_getTransactionCount", [address, "latest"]));
