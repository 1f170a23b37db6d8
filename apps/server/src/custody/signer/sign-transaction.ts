import type { PrivateKeyAccount } from "viem/accounts";
import { keccak256 } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";
import { transferCall } from "./erc20.ts";
import type { SignedTransaction } from "./signer-messages.ts";
import type { OpenedAsset } from "./signer-state.ts";

/** Wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The chain's own coin is sent as value, a token by calling its contract. */
export function transferOf({ token }: Pick<OpenedAsset, "token">, to: Hex, amount: bigint) {
  return token === null
    ? ({ to, value: amount, data: "0x" } as const)
    : ({ to: token, value: 0n, data: transferCall(to, amount) } as const);
}

/** Signs an EIP-1559 transaction. */
export async function signTransaction(
  account: PrivateKeyAccount,
  transaction: Fees & {
    readonly chainId: number;
    readonly nonce: number;
    readonly gasLimit: number;
    readonly to: Hex;
    readonly value: bigint;
    readonly data: Hex;
  },
): Promise<SignedTransaction> {
  const { chainId, nonce, to, value, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId,
    nonce,
    to,
    value,
    data,
    gas: BigInt(gasLimit),
    maxFeePerGas,
    maxPriorityFeePerGas,
  });
  return {
    hash: keccak256(raw),
    raw,
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}
