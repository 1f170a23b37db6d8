import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "../../../kit/hex.ts";
import { ChainUnavailableError } from "../evm-chain.ts";
import type { DevelopmentChain } from "./development-chain.ts";

/** 100,000 coins in wei; gas uses only a few. */
const COINS = 10n ** 23n;
/** In whole tokens. What traders win from the sandbox's market makers must be on the chain when they withdraw it. */
const TOKENS = 1_000_000_000n;

const PAUSE_MS = 200;
const GIVE_UP_AFTER_MS = 60_000;

/** The same for a chain in a process of its own, which may be killed and started again meanwhile. */
export async function endowWhenReachable(...parts: Parameters<typeof endowPlatform>): Promise<void> {
  const endMs = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await endowPlatform(...parts);
    } catch (error) {
      // A part may be sent twice: it is play money of the platform's own.
      if (!(error instanceof ChainUnavailableError) || Date.now() >= endMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

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
