import type { Arena, Person } from "./arena.ts";
import { type Attack, expectAttackFails } from "./attack.ts";

/** Error code of trading calls; all others use 212. */
const TRADING_TOO_OFTEN = 104;
const TOO_MANY_REQUESTS = 429;
/** A trader's full history, which queries the database. */
const COSTLY = "/Entrus/record";
/** Together they may read less than the sum of their individual limits. */
const READERS = 6;
const READS_EACH = 150;
const PAGES = 3_200;
const PAGES_AT_ONCE = 40;
const OFFICE = "203.0.113.40";
const CRAWLER = "203.0.113.41";

const sessionReads: Attack = {
  name: "session-reads",
  goal: "fill the server with costly reads from many accounts of one address",
  async run(arena) {
    const readers: Person[] = [];
    for (let index = 0; index < READERS; index++) readers.push(await arena.person(OFFICE));
    const refusals = await Promise.all(
      readers.map(async (reader) => {
        let refused = 0;
        for (let read = 0; read < READS_EACH; read++)
          if ((await reader.call(COSTLY)).code === TRADING_TOO_OFTEN) refused++;
        return refused;
      }),
    );
    const refused = refusals.reduce((sum, each) => sum + each, 0);
    expectAttackFails(refused > 0, `${READERS * READS_EACH} costly reads of one address were all answered`);
    const other = await arena.person();
    const free = await other.call(COSTLY);
    expectAttackFails(free.code === 1, `a reader at another address got ${free.code}`);
    return `${refused} of ${READERS * READS_EACH} refused, another address reads on`;
  },
};

async function fetchPage(arena: Arena, path: string): Promise<Response> {
  const headers = { "accept-encoding": "br", "x-forwarded-for": CRAWLER };
  const response = await fetch(`${arena.url}${path}`, { headers });
  await response.arrayBuffer();
  return response;
}

const staticFiles: Attack = {
  name: "static-files",
  goal: "make the server compress the same file over and over, without a login",
  async run(arena) {
    const page = await (await fetch(arena.url)).text();
    const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
    if (script === undefined) throw new Error("the page names no script");
    let refused = 0;
    let plain = 0;
    for (let sent = 0; sent < PAGES; sent += PAGES_AT_ONCE) {
      const round = Array.from({ length: PAGES_AT_ONCE }, () => fetchPage(arena, script));
      for (const { status, headers } of await Promise.all(round)) {
        if (status === TOO_MANY_REQUESTS) refused++;
        else if (headers.get("content-encoding") !== "br") plain++;
      }
    }
    expectAttackFails(refused > 0, `${PAGES} requests for files of one address were all answered`);
    expectAttackFails(plain === 0, `${plain} answers had no compressed form`);
    return `${refused} of ${PAGES} refused, the others in the form that the build compressed`;
  },
};

export const LOAD_ATTACKS: readonly Attack[] = [sessionReads, staticFiles];
