import type { AssetSettings, NetworkSettings } from "../../config/chain/network-settings.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import type { RpcClient } from "./rpc-client.ts";
import { hasCode, hasSettledBlock, nodeChainId, readTokenFacts } from "./token-facts.ts";

/**
 * Compares the chain file with the node. Returns one sentence per difference, with the asset, the configured and the
 * actual value, and what to do; none when confirmed. Rejects with ChainUnavailableError.
 * @param wallets undefined when not known yet
 */
export async function unconfirmed(
  rpc: RpcClient,
  network: NetworkSettings,
  wallets: WalletAddresses | undefined,
): Promise<readonly string[]> {
  const chainId = await nodeChainId(rpc);
  // On a different chain, the node's other answers say nothing about this file.
  if (chainId !== network.chainId)
    return [
      `chainId: the node is on chain ${chainId}, the file says ${network.chainId}: use another node, or correct the file`,
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
    `finality: the node has no "${finality}" block: wait until it is synchronized, or, if the chain has none, set "finality" to "none"`,
  ];
}

async function assetProblems(
  rpc: RpcClient,
  { symbol, token, decimals, tokenSymbol }: AssetSettings,
): Promise<readonly string[]> {
  if (token === null) return [];
  if (!(await hasCode(rpc, token)))
    return [
      `${symbol}: no contract at ${token} on this chain: correct "token" according to the token's official site`,
    ];
  const facts = await readTokenFacts(rpc, token);
  const problems: string[] = [];
  if (facts.decimals === undefined)
    problems.push(
      `${symbol}: the contract at ${token} does not report its decimals, so the asset cannot be offered`,
    );
  else if (facts.decimals !== decimals)
    problems.push(
      `${symbol}: the token at ${token} has ${facts.decimals} decimals, the file says ${decimals}: set "decimals" to ${facts.decimals}`,
    );
  const wanted = tokenSymbol === undefined ? symbol : (tokenSymbol ?? undefined);
  if (facts.symbol !== wanted)
    problems.push(
      `${symbol}: the token at ${token} reports the symbol ${JSON.stringify(facts.symbol ?? null)}, the file says ${JSON.stringify(wanted ?? null)}: ` +
        `correct "token", or, if it is the right token, set "tokenSymbol" to ${JSON.stringify(facts.symbol ?? null)}`,
    );
  return problems;
}

/** Code at these addresses could move their funds without the signer. */
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
        `the ${name} ${address} has code on this chain, which could move its coins: use another mnemonic for the signer`,
      );
  return problems;
}
