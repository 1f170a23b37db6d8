import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { readEvents } from "@candor/codec/event-reader";
import { LIMITS } from "@candor/domain/limits";
import type { AssetSettings } from "@candor/server/config/chain/network-settings";
import { ChainWorld } from "./chain-world.ts";

/**
 * A server that only pays: it opens its home, requests withdrawals in a loop and reports its promises. The test kills
 * it or its signer.
 */
export interface KillMessage {
  readonly kind: "signer" | "requested" | "settled" | "idle";
  readonly value: number;
  readonly outcome?: string;
}

const { HOME_DIRECTORY: home = "", RPC_URL: rpcUrl = "", ASSETS: assets = "[]" } = process.env;
const { TO: to = "", REQUESTS: requests = "0", USER: user = "0" } = process.env;
const report = (message: KillMessage): void => void process.send?.(message);

const world = await ChainWorld.open({
  home,
  settings: {
    rpcUrl,
    network: {
      chainId: 31_337,
      name: "Test network",
      confirmations: 2,
      finality: "none",
      blockSeconds: 1,
      explorerUrl: null,
      testnet: true,
      assets: JSON.parse(assets) as AssetSettings[],
    },
  },
  development: { pollMs: 5, stuckAfterMs: 300, sweepEveryMs: 10 ** 9 },
});
// A killed process does not write its compile cache by itself.
flushCompileCache();
world.engine.subscribe(({ words }) => {
  for (const event of readEvents(words))
    if (event.kind === "withdrawal-changed" && (event.status === "confirmed" || event.status === "returned"))
      report({ kind: "settled", value: event.withdrawalId, outcome: event.status });
});
// As the withdrawal service does at every start: a kill may have come between the request and its approval.
for (const { withdrawalId, status } of (await world.engine.withdrawalsView()).withdrawals)
  if (status === "frozen") await world.approve(withdrawalId);
report({ kind: "signer", value: world.chains.signer.pid ?? 0 });
for (let request = 0; request < Number(requests); request++) {
  // A slow machine may not have paid much between two kills.
  const { withdrawals } = await world.engine.withdrawalsView();
  if (withdrawals.length >= LIMITS.maxOpenWithdrawalsPerUser) break;
  // Every third goes to a contract that rejects coins, so that some are returned.
  const address = request % 3 === 2 ? (process.env.REFUSER ?? to) : to;
  const withdrawalId = await world.withdraw(Number(user), 2, 3_000_000 + request, 100_000, address);
  report({ kind: "requested", value: withdrawalId });
  await sleep(20);
}
for (;;) {
  const { withdrawals } = await world.engine.withdrawalsView();
  if (withdrawals.length === 0) report({ kind: "idle", value: 0 });
  if (world.chains.signer.pid !== undefined) report({ kind: "signer", value: world.chains.signer.pid });
  await sleep(50);
}
