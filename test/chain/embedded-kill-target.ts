import { flushCompileCache } from "node:module";
import type { Units } from "@candor/money/brand";
import { ChainWorld, USDT } from "./chain-world.ts";

/**
 * A server with its embedded chain that sends from the faucet, withdraws and reports its promises until it is killed.
 */
export interface EmbeddedMessage {
  readonly kind: "sent" | "credited" | "confirmed" | "ready";
  readonly value: string;
  readonly nodePid?: number;
}

const report = (message: EmbeddedMessage): void => void process.send?.(message);
const userId = Number(process.env.USER_ID ?? "0");
const OUTSIDE = "0x00000000000000000000000000000000000c0de1";

const world = await ChainWorld.open({ home: process.env.HOME_DIRECTORY ?? "" });
// A killed process does not write its compile cache by itself.
flushCompileCache();
await world.openUsers(userId);
/** Per deposit, the sequence number of the command that credited it. */
const creditSeqs = new Map<string, number>();
world.service.subscribe((change) => {
  if (change.kind !== "deposit" || change.deposit.status !== "credited") return;
  const { depositId, creditSeq, txHash } = change.deposit;
  const known = creditSeqs.get(depositId);
  // A killed node restarts with an older chain: blocks it mines again are reported again, with the original credit.
  if (known === creditSeq) return;
  if (known !== undefined) throw new Error(`${depositId} was credited by ${known} and by ${creditSeq}`);
  creditSeqs.set(depositId, creditSeq);
  report({ kind: "credited", value: txHash });
});
report({ kind: "ready", value: "" });
for (let count = 1; ; count++) {
  const sending = await world.service.sendFromFaucet(userId, USDT, (10_000_000 + count) as Units);
  report({ kind: "sent", value: sending?.txHash ?? "" });
  const known = world.service.depositsOf(userId, 1_000).length;
  await world.until(
    "something arrives",
    () => world.service.depositsOf(userId, 1_000).length > known || known > 3,
  );
  const [available] = await world.balanceOf(userId, USDT);
  if (available < 5_000_000) continue;
  const id = await world.withdraw(userId, USDT, 3_000_000, 1_000_000, OUTSIDE);
  if (count % 3 !== 0) continue;
  await world.until(
    "it is paid",
    () => world.withdrawals.get(id)?.status === "confirmed",
    async () =>
      JSON.stringify({
        withdrawal: world.withdrawals.get(id),
        progress: world.service.withdrawalProgress(id),
        chains: world.service.chains.map(({ headBlock, paused }) => ({ headBlock, paused })),
        custody: await world.custodyOf(USDT),
      }),
  );
  report({ kind: "confirmed", value: world.withdrawals.get(id)?.txHash ?? "" });
}
