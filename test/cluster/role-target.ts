import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { WebSocketServer } from "ws";
import { connectToPrimary, singleUrls } from "./row-writer.ts";

/**
 * Takes the place of the server in tests of the program that starts a cluster. A core leads while it has a lock of the
 * database and is the only one; a gateway answers /healthz, shows the headers of a request, and echoes over sockets.
 */
const { CANDOR_ROLE: role, CANDOR_NODE: name = "", CANDOR_JOURNAL_URL: url = "", PORT: port } = process.env;
const LOCK = 29;
const POLL_MS = 50;
const REPORT = `insert into candor_journal.node (name, role, pid, term, seq, seen)
  select $1, $2, $3, term, 0, now() from candor_journal.leader
  on conflict (name) do update set role = $2, pid = $3, term = excluded.term, seen = now()`;
const LEAD = "update candor_journal.leader set term = term + 1, name = $1";

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
process.on("disconnect", () => process.exit(0));

async function lead(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ won: boolean }>("select pg_try_advisory_lock($1) as won", [LOCK]);
  if (rows[0]?.won !== true) {
    await client.query(REPORT, [name, "standby", process.pid]);
    return;
  }
  await client.query(LEAD, [name]);
  for (;;) {
    await client.query(REPORT, [name, "leader", process.pid]);
    await sleep(POLL_MS);
  }
}

async function runCore(): Promise<never> {
  for (;;) {
    const client = await connectToPrimary(singleUrls(url), () => undefined);
    // A core whose database is lost tries again as a follower.
    await client
      ?.query("select 1")
      .then(() => lead(client))
      .catch(() => undefined);
    await client?.end().catch(() => undefined);
    await sleep(POLL_MS);
  }
}

function runGateway(): void {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, url: request.url, headers: request.headers }));
  });
  new WebSocketServer({ server }).on("connection", (socket) =>
    socket.on("message", (data: Buffer) => socket.send(`${name} ${data.toString()}`)),
  );
  server.listen(Number(port), "127.0.0.1");
}

if (role === "gateway") runGateway();
else if (role === "core") await runCore();
else setInterval(() => undefined, 60_000);
