import type { Hex } from "../../../kit/hex.ts";
import type { DevelopmentChain } from "./development-chain.ts";

/** In wei: a hundred thousand coins, of which gas takes a few. */
const COINS = 10n ** 23n;
/** In whole tokens: what traders win from the sandbox's own makers has to be on the chain when they withdraw it. */
const TOKENS = 1_000_000_000n;

/** The platform's own play money, once: coins for gas and a hot wallet that can pay from the first minute on. */
export async function endowPlatform(
  development: DevelopmentChain,
  hotWallet: Hex,
  gasAccount: Hex,
): Promise<void> {
  const { chain } = development;
  const isEndowed = (await chain.balance(gasAccount)) > 0n || (await chain.nonce(hotWallet, "mined")) > 0;
  if (isEndowed) return;
  for (const { token, decimals } of development.tokens)
    await development.send(token, hotWallet, TOKENS * 10n ** BigInt(decimals));
  await development.send(null, hotWallet, COINS);
  // The last one: its arrival says that all of it was sent.
  await development.send(null, gasAccount, COINS);
  await development.mine();
}
