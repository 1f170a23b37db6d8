import type { ChainSettings } from "../../config/chain/chain-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import { unconfirmed } from "./confirm-chain.ts";
import { ChainUnavailableError } from "./evm-chain.ts";
import { RpcClient } from "./rpc-client.ts";
import { minedNonce } from "./token-facts.ts";

/**
 * Requires the node to confirm the whole chain file before a home is created. Throws SettingError.
 * @param wallets derived from the given mnemonic; undefined when the sandbox generates its own later
 */
export async function confirmChainFile(
  { rpcUrl, network }: ChainSettings,
  wallets: WalletAddresses | undefined,
): Promise<void> {
  const rpc = new RpcClient(rpcUrl);
  const problems = await asked(() => unconfirmed(rpc, network, wallets));
  if (problems.length > 0)
    throw new SettingError("CANDOR_CHAIN_FILE", `does not match the node:\n  ${problems.join("\n  ")}`);
  if (wallets === undefined) return;
  const sent = await asked(() => minedNonce(rpc, wallets.hotWallet));
  // A new home's signer has no record of earlier transactions, so it would refuse to sign more.
  if (sent > 0)
    throw new SettingError(
      "CANDOR_SIGNER_MNEMONIC_FILE",
      `contains a mnemonic whose hot wallet ${wallets.hotWallet} has already sent ${sent} transactions: ` +
        "a new exchange needs a mnemonic used nowhere else, an existing exchange its own home",
    );
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    const { cause } = error;
    throw new SettingError(
      "CANDOR_CHAIN_RPC",
      `names a node that does not answer (${cause instanceof Error ? cause.message : error.message}): ` +
        "a new exchange is created only after its node has confirmed the chain file",
    );
  }
}
