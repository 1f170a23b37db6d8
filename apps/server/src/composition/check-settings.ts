import { externalChainSpec } from "../chain/make-chain-spec.ts";
import type { Environment } from "../config/environment.ts";
import type { ExchangeListing } from "../config/exchange-listing.ts";
import { isFounded } from "../config/instance.ts";
import { checkSigner } from "../signer/check-signer.ts";

/** Refuses what can be seen to be wrong before anything of an exchange is founded or opened. Throws SettingError. */
export async function checkSettings(environment: Environment, { assets }: ExchangeListing): Promise<void> {
  await checkSigner(environment, process.env);
  const { chain, home } = environment;
  // An exchange that has been running may list what its file no longer names: the chains ask it later.
  if (chain === undefined || isFounded(home)) return;
  const listed = assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale }));
  externalChainSpec(0, chain.network, listed);
}
