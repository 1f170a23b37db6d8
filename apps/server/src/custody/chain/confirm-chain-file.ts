import type { ChainSettings } from "../../config/chain/chain-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import { unconfirmed } from "./confirm-chain.ts";
import { ChainUnavailableError } from "./evm-chain.ts";
import { RpcClient } from "./rpc-client.ts";
import { minedNonce } from "./token-facts.ts";

/**
 * Before a home is founded: the node has to confirm what the chain file says, all of it. Throws SettingError.
 * @param wallets of the words that were given; undefined: the sandbox draws its own later
 */
export async function confirmChainFile(
  { rpcUrl, network }: ChainSettings,
  wallets: WalletAddresses | undefined,
): Promise<void> {
  const rpc = new RpcClient(rpcUrl);
  const problems = await asked(() => unconfirmed(rpc, network, wallets));
  if (problems.length > 0)
    throw new SettingError("CANDOR_CHAIN_FILE", `is not what the node confirms:\n  ${problems.join("\n  ")}`);
  if (wallets === undefined) return;
  const sent = await asked(() => minedNonce(rpc, wallets.hotWallet));
  // The signer of a new home remembers none of them, and would refuse to sign anything in addition to them.
  if (sent > 0)
    throw new SettingError(
      "CANDOR_SIGNER_MNEMONIC_FILE",
      `names words whose hot wallet ${wallets.hotWallet} has sent ${sent} transactions already: ` +
        "a new exchange needs words that were used nowhere else, an old one its own home",
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
        "a new exchange is founded once its node has confirmed the chain file",
    );
  }
}
