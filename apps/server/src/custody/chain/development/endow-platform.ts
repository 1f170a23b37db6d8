import type { Hex } from "../../../kit/hex.ts";
import type { DevelopmentChain } from "./development-chain.ts";

/** 100,000 coins in wei; gas uses only a few. */
const COINS = 10n ** 23n;
/** In whole tokens. What traders win from the sandbox's market makers must be on the chain when they withdraw it. */
const TOKENS = 1_000_000_000n;

/** Funds the platform once with play money: coins for gas, and a hot wallet that can pay at once. */
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
  // Sent last: its arrival means that everything was sent.
  await development.send(null, gasAccount, COINS);
  await development.mine();
}
