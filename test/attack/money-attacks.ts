import { setTimeout as sleep } from "node:timers/promises";
import type { Arena, Person } from "./arena.ts";
import { type Attack, expectAttackFails } from "./attack.ts";

/** Enough margin to buy 10 % above the mark price without immediate liquidation. */
const PATIENT = 2;
const STAKE = "10000";
const BTC = { symbol: "BTCUSDT" } as const;
/** Longer than the averaging window of the mark price. */
const WINDOW_MS = 33_000;
const MARK_SETTLES_MS = 4_000;
/** Maximum distance by which quotes and trades can move a mark price. */
const MAX_MARK_DISTANCE = 0.01;
/** Interest of one interval plus the clamp: maximum funding with an empty book. */
const MAX_QUIET_FUNDING = 0.0006;

const price = (value: number): string => value.toFixed(1);

async function ticker(arena: Arena): Promise<{ index: number; mark: number; funding: number }> {
  const client = arena.visitor();
  const { coinsList } = await client.expectOk(client.get("/market/coinList?market=contract"));
  const row = coinsList.find(({ symbol }) => symbol === BTC.symbol);
  const { next } = await client.expectOk(client.get(`/market/fundingRate?symbol=${BTC.symbol}`));
  return { index: Number(row?.indexPrice), mark: Number(row?.markPrice), funding: Number(next.fundingRate) };
}

const order = (person: Person, side: "buy" | "sell", quantity: string, at: number, leverage: number) =>
  person.ok("/Contract/doOrder", { ...BTC, side, type: "limit", quantity, price: price(at), leverage });

async function position(person: Person): Promise<{ quantity: string } | undefined> {
  const { list } = await person.ok("/Contract/record", { view: "positions" });
  return list.find((row) => "positionId" in row);
}

/** Two quotes of 0.001 coin near the edge of the price band, and one trade between their owners. */
const pushMark: Attack = {
  name: "push-mark",
  goal: "move the mark by two tiny quotes, so that somebody else's sound position is liquidated",
  async run(arena) {
    const [honest, other, left, right] = await arena.traders(4, "contract", STAKE);
    const { index } = await ticker(arena);
    await order(other, "buy", "0.5", index, 20);
    await order(honest, "sell", "0.5", index, 20);
    expectAttackFails((await position(honest))?.quantity === "0.500", "the honest short could not be opened");

    await order(left, "buy", "0.001", index * 1.094, PATIENT);
    await order(right, "sell", "0.001", index * 1.096, PATIENT);
    await sleep(WINDOW_MS);
    await left.ok("/Entrus/cancelAll", {});
    await right.ok("/Entrus/cancelAll", {});
    await order(left, "sell", "0.1", index * 1.097, PATIENT);
    await order(right, "buy", "0.001", index * 1.097, PATIENT);
    await sleep(MARK_SETTLES_MS);

    const now = await ticker(arena);
    const distance = Math.abs(now.mark / now.index - 1);
    expectAttackFails((await position(honest))?.quantity === "0.500", "the honest short was liquidated");
    expectAttackFails(
      distance <= MAX_MARK_DISTANCE,
      `the mark is ${(distance * 100).toFixed(2)} % from the index`,
    );
    expectAttackFails(Math.abs(now.funding) <= MAX_QUIET_FUNDING, `the next funding rate is ${now.funding}`);
    return `mark ${(distance * 100).toFixed(3)} % from the index, next funding ${now.funding}`;
  },
};

/** The first may pass, the others must not, and no money may be created. */
const doubleTransfer: Attack = {
  name: "double-transfer",
  goal: "spend the same balance twice by transfers sent at the same time",
  async run(arena) {
    const [person] = await arena.traders(1, "coin", STAKE);
    const request = { asset: "USDT", from: "coin", to: "main", amount: "6000" };
    const answers = await Promise.all(Array.from({ length: 12 }, () => person.transfer(request)));
    const passed = answers.filter(({ code }) => code === 1).length;
    const total = await person.total("USDT");
    expectAttackFails(passed === 1, `${passed} of 12 transfers of 6,000 out of 10,000 passed`);
    expectAttackFails(total === 10_000, `10,000 USDT became ${total}`);
    return "1 of 12 passed, 10,000 USDT before and after";
  },
};

const repeatedKey: Attack = {
  name: "repeated-key",
  goal: "move more than once with one key, or another amount with a key that was used",
  async run(arena) {
    const [person] = await arena.traders(1, "coin", STAKE);
    const request = { asset: "USDT", from: "coin", to: "main", requestId: "once" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        person.transfer({ ...request, amount: index % 2 === 0 ? "10" : "20" }),
      ),
    );
    const moved = await person.balance("main", "USDT");
    const fresh = answers.filter(({ code, data }) => code === 1 && !data.replayed).length;
    expectAttackFails(fresh === 1, `${fresh} of 8 requests with one key moved money`);
    expectAttackFails(moved === 10 || moved === 20, `one key moved ${moved} USDT`);
    return `moved once (${moved} USDT)`;
  },
};

const doubleWithdrawal: Attack = {
  name: "double-withdrawal",
  goal: "withdraw more than there is by withdrawals sent at the same time",
  async run(arena) {
    const [person] = await arena.traders(1, "main", STAKE);
    const request = {
      asset: "USDT",
      chain: person.chain,
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      amount: "4000",
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.withdraw(request)));
    const passed = answers.filter(({ code }) => code === 1).length;
    const available = await person.balance("main", "USDT");
    expectAttackFails(passed <= 2, `${passed} withdrawals of 4,000 out of 10,000 were accepted`);
    expectAttackFails(
      available === 10_000 - passed * 4_000,
      `${available} USDT are left after ${passed} withdrawals`,
    );
    return `${passed} of 6 accepted, ${available} USDT left`;
  },
};

export const MONEY_ATTACKS: readonly Attack[] = [pushMark, doubleTransfer, repeatedKey, doubleWithdrawal];
