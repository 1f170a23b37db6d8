import { mkdtempSync } from "node:fs";
import path from "node:path";
import { Journal } from "@candor/journal/journal";
import { JournalReader } from "@candor/journal/journal-reader";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { lead } from "@candor/server/kit/journal-database/lead";
import { startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import { expect, test } from "vitest";
import { PostgresServer } from "../support/projections/postgres-server.ts";

test("smoke", async () => {
  const server = await PostgresServer.start();
  const url = await server.createDatabase();
  const database = { url, standbys: 0 };
  const l = await lead(database, { name: "a", address: "", reason: "test" });
  expect(l.term).toBe(1);
  const home = mkdtempSync("/tmp/smoke-");
  console.log(await mirrorHome({ home, database }));
  const writer = startWriter({ database, term: l.term, name: "a" });
  const caller = new WriterCaller(writer.link);
  const dbhome = new DatabaseHome(caller);
  const j = dbhome.openJournal(
    {
      path: "exchange/journal",
      directory: path.join(home, "exchange/journal"),
      store: undefined,
      isDraft: false,
    },
    { name: "exchange" },
    () => {},
  );
  const t = performance.now();
  for (let i = 1; i <= 500; i++)
    j.append({
      firstSeq: i,
      records: 1,
      timeMs: i,
      payload: Buffer.alloc(16000, i),
      relayed: [["g", i, i, 1]],
    });
  console.log("per append", (performance.now() - t) / 500);
  j.append({ firstSeq: 501, records: 1, timeMs: 501, payload: Buffer.alloc(64 * 1024 * 1024, 7) });
  dbhome.putFile("content/x", Buffer.from("hello"));
  j.close();
  const second = mkdtempSync("/tmp/smoke-");
  console.log(await mirrorHome({ home: second, database }));
  const end = new JournalReader(path.join(second, "exchange/journal"), "exchange").read(() => {});
  expect(end.nextSeq).toBe(502);
  await writer.close();
  caller.close();
  await server.stop();
}, 60_000);
