import type { AssetSettings, NetworkSettings } from "../../config/chain/network-settings.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import type { RpcClient } from "./rpc-client.ts";
import { hasCode, hasSettledBlock, nodeChainId, readTokenFacts } from "./token-facts.ts";

/**
 * Holds what the chain file says against what the node says: every difference as a sentence that names the asset, the
 * configured and the real value, and what to do; none: confirmed. Rejects with ChainUnavailableError.
 * @param wallets undefined: not known yet
 */
export async function unconfirmed(
  rpc: RpcClient,
  network: NetworkSettings,
  wallets: WalletAddresses | undefined,
): Promise<readonly string[]> {
  const chainId = await nodeChainId(rpc);
  // Of another chain nothing else that it says is about this file.
  if (chainId !== network.chainId)
    return [
      `chainId: the node is of chain ${chainId}, the file says ${network.chainId}: ask another node, or correct the file`,
    ];
  const problems = await Promise.all([
    finalityProblems(rpc, network.finality),
    ...network.assets.map((asset) => assetProblems(rpc, asset)),
    ...(wallets === undefined ? [] : [walletProblems(rpc, wallets)]),
  ]);
  return problems.flat();
}

async function finalityProblems(
  rpc: RpcClient,
  finality: NetworkSettings["finality"],
): Promise<readonly string[]> {
  if (finality === "none" || (await hasSettledBlock(rpc, finality))) return [];
  return [
    `finality: the node knows no "${finality}" block: wait until it is in step with its chain, or, where the chain has none, set "finality" to "none"`,
  ];
}

async function assetProblems(
  rpc: RpcClient,
  { symbol, token, decimals, tokenSymbol }: AssetSettings,
): Promise<readonly string[]> {
  if (token === null) return [];
  if (!(await hasCode(rpc, token)))
    return [
      `${symbol}: there is no contract at ${token} on this chain: correct "token", and look it up on the token's own site`,
    ];
  const facts = await readTokenFacts(rpc, token);
  const problems: string[] = [];
  if (facts.decimals === undefined)
    problems.push(
      `${symbol}: the contract at ${token} does not say its decimals, so that no amount of it can be confirmed: it cannot be offered`,
    );
  else if (facts.decimals !== decimals)
    problems.push(
      `${symbol}: the token at ${token} has ${facts.decimals} decimals, the file says ${decimals}: set "decimals" to ${facts.decimals}`,
    );
  const wanted = tokenSymbol === undefined ? symbol : (tokenSymbol ?? undefined);
  if (facts.symbol !== wanted)
    problems.push(
      `${symbol}: the token at ${token} calls itself ${JSON.stringify(facts.symbol ?? null)}, the file says ${JSON.stringify(wanted ?? null)}: ` +
        `correct "token", or, if this is the token you mean, set "tokenSymbol" to ${JSON.stringify(facts.symbol ?? null)}`,
    );
  return problems;
}

/** Code at these addresses could move what they hold, regardless of the signer. */
async function walletProblems(
  rpc: RpcClient,
  { hotWallet, gasAccount }: WalletAddresses,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [name, address] of [
    ["hot wallet", hotWallet],
    ["gas account", gasAccount],
  ] as const)
    if (await hasCode(rpc, address))
      problems.push(
        `the ${name} ${address} has code on this chain, which may move its coins: use other words for the signer`,
      );
  return problems;
}
