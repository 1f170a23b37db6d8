import { DEFAULT_HASH_COST } from "@candor/server/people/identity/password-hashing/password-hasher";
import { hashSync, verifySync } from "@node-rs/argon2";
import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";

const PASSWORD = "kestrel7";
const PEOPLE = 64;
const SIDE_BY_SIDE = 16;
const SECONDS = 3;
const ORDERS_PER_SECOND = 1_000;
const ROUNDS = 5;
/** Maximum slowdown of the orders' 99th percentile during a login storm. */
const MOST_TIMES_SLOWER = 2;

/**
 * Logins at the production cost of argon2id, and the effect of a login storm on orders: the same orders at the same
 * pace, alternately with and without the storm. Server, orders and logins are processes on one machine.
 */
export async function* identityLogins(): AsyncGenerator<BenchResult> {
  const server = await BenchServer.start("exchange with passwords");
  try {
    yield await runBench({
      name: `logins, ${SIDE_BY_SIDE} side by side`,
      unit: "logins/s",
      better: "higher",
      measure: async () => await loginsPerSecond(server.port, SECONDS),
      peer: { name: "argon2id alone at the same cost, one thread", measure: hashesPerSecond },
      runs: 3,
      warmUps: 1,
    });
    const calm: number[] = [];
    const stormy: number[] = [];
    const logins: number[] = [];
    await server.load(ORDERS_PER_SECOND);
    for (let round = 0; round < ROUNDS; round++) {
      calm.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      const storm = new LoginStorm(server.port);
      stormy.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      logins.push(await storm.stop());
    }
    const pace = ORDERS_PER_SECOND.toLocaleString("en");
    yield figure(`orders at ${pace}/s, p99 without logins`, median(calm), "ms");
    const during = `during ${Math.round(median(logins))} logins/s`;
    yield figure(`orders at ${pace}/s, p99 ${during}`, median(stormy), "ms");
    const times = median(calm.map((value, round) => (stormy[round] as number) / value));
    yield figure(`orders: p99 ${during}, times that without`, times, "×", MOST_TIMES_SLOWER);
  } finally {
    server.stop();
  }
}

/** Users who log in as fast as allowed. */
class LoginStorm {
  private over = false;
  private count = 0;
  private readonly startedAt = performance.now();
  private readonly people: Promise<void>[];

  constructor(port: number) {
    this.people = Array.from({ length: SIDE_BY_SIDE }, (_, person) => this.logInAgain(port, person));
  }

  /** @returns logins per second so far */
  async stop(): Promise<number> {
    this.over = true;
    const perSecond = (this.count * 1_000) / (performance.now() - this.startedAt);
    await Promise.all(this.people);
    return perSecond;
  }

  private async logInAgain(port: number, person: number): Promise<void> {
    for (let next = person; !this.over; next += SIDE_BY_SIDE) {
      await logIn(port, `trader_${next % PEOPLE}`);
      this.count++;
    }
  }
}

async function loginsPerSecond(port: number, seconds: number): Promise<number> {
  const storm = new LoginStorm(port);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return await storm.stop();
}

async function logIn(port: number, account: string): Promise<void> {
  const payload = encodeURIComponent(JSON.stringify({ account, password: PASSWORD }));
  const response = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: "POST",
    body: new URLSearchParams({ data: Buffer.from(payload).toString("base64") }),
  });
  const { code, msg } = (await response.json()) as { readonly code: number; readonly msg: string };
  if (code !== 1) throw new Error(`${account} was refused with ${code} ${msg}`);
}

function hashesPerSecond(): number {
  const { memoryKib, passes } = DEFAULT_HASH_COST;
  const phc = hashSync(PASSWORD, { memoryCost: memoryKib, timeCost: passes, parallelism: 1, outputLen: 32 });
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < SECONDS * 1_000) {
    verifySync(phc, PASSWORD);
    count++;
  }
  return (count * 1_000) / (performance.now() - startedAt);
}
