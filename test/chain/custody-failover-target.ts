import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { readCustodyPlaces } from "@candor/server/config/chain/custody-places";
import { ChainWorld, ETH } from "./chain-world.ts";

/**
 * A core that leads in a term: it sends deposits to its user, requests withdrawals and carries both out, with signer and
 * chain in processes of their own. The test kills or freezes it.
 */
export interface FailoverMessage {
  /** `open`: it runs; `idle`: nothing is left to do. */
  readonly kind: "open" | "requested" | "idle";
  readonly value: number;
}

const { HOME_DIRECTORY: home = "", TERM: term = "0", TO: to = "", FIRST_AMOUNT: first = "" } = process.env;
const { USER: user = "0", EXCHANGE: exchange = "", IS_LAST: isLast = "" } = process.env;
const FEE = 100_000;
const DEPOSIT = 9_000_000;
const report = (message: FailoverMessage): void => void process.send?.(message);

const world = await ChainWorld.open({
  home,
  custody: readCustodyPlaces(process.env, "sandbox", undefined),
  core: { exchange, term: Number(term) },
  development: { blockIntervalMs: 40, pollMs: 10, stuckAfterMs: 400, sweepEveryMs: 100 },
});
const userId = Number(user);
// Rejected when an earlier core has opened it.
await world.engine.execute({ kind: "open-account", userId, role: "trader" });
await world.service.depositAddressOf(userId);
// As the withdrawal service does at every start: a kill may have come between the request and its approval.
for (const { withdrawalId, status } of (await world.engine.withdrawalsView()).withdrawals)
  if (status === "frozen") await world.approve(withdrawalId);
report({ kind: "open", value: 0 });
for (let request = 0; request < (isLast === "" ? Number.POSITIVE_INFINITY : 0); request++) {
  // The chain's process may be down at this moment: the deposit is then sent, or not, like on any chain.
  await world.service.sendFromFaucet(userId, ETH, (DEPOSIT + request) as Units).catch(() => undefined);
  const amount = Number(first) + request;
  const { withdrawals } = await world.engine.withdrawalsView();
  const [available] = await world.balanceOf(userId, ETH);
  if (withdrawals.length < LIMITS.maxOpenWithdrawalsPerUser && available > amount) {
    await world.withdraw(userId, ETH, amount, FEE, to);
    report({ kind: "requested", value: amount });
  }
  await sleep(30);
}
for (;;) {
  const { withdrawals } = await world.engine.withdrawalsView();
  if (withdrawals.length === 0 && !world.service.isBusy) report({ kind: "idle", value: 0 });
  await sleep(50);
}
