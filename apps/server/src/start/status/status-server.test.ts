import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  SIGNAL_BYTES,
  STATE,
  WRITER_STATES,
  type WriterState,
} from "../../kit/journal-database/writer-messages.ts";
import { StatusServer } from "./status-server.ts";

const writers = [new SharedArrayBuffer(SIGNAL_BYTES), new SharedArrayBuffer(SIGNAL_BYTES)] as const;
let server: StatusServer;
let url: string;
let isBroken = false;
const warnings: string[] = [];

beforeAll(async () => {
  server = new StatusServer({
    host: "127.0.0.1",
    port: 0,
    writers,
    role: "core",
    term: 7,
    health: { status: "ok", term: 7 },
    pages: {
      health: () => ({ contentType: "application/json", text: '{"status":"ok","term":7,"durableSeq":42}' }),
      metrics: () => {
        if (isBroken) throw new Error("no figures");
        return Promise.resolve({ contentType: "text/plain", text: "some_metric 1" });
      },
      alarms: () => ({ contentType: "application/json", text: '{"alarms":[]}' }),
    },
    warn: (_error, message) => warnings.push(message),
  });
  url = `http://127.0.0.1:${await server.listen()}`;
});
afterAll(() => server.close());

const setState = (writer: 0 | 1, state: WriterState): void => {
  Atomics.store(new Int32Array(writers[writer]), STATE, WRITER_STATES.indexOf(state));
};

const get = async (page: string): Promise<readonly [number, string]> => {
  // A kept connection would time out while this thread is blocked.
  const reply = await fetch(`${url}${page}`, { headers: { connection: "close" } });
  return [reply.status, await reply.text()];
};

/** Asks from another process while this thread can answer nothing. */
function getWhileBlocked(page: string): readonly [number, string] {
  const script = `const reply = await fetch(process.argv[1]); console.log(reply.status); console.log(await reply.text());`;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", script, `${url}${page}`], {
    encoding: "utf8",
  });
  const [status = "", ...body] = text.split("\n");
  return [Number(status), body.join("\n")];
}

test("CLUS-68 /healthz is 200 with the main thread's answer, and 503 with the reason while a writer waits", async () => {
  expect(await get("/healthz")).toEqual([200, '{"status":"ok","term":7,"durableSeq":42}']);
  for (const [writer, state] of [
    [0, "waiting for a standby"],
    [1, "no primary database"],
  ] as const) {
    setState(writer, state);
    const [status, text] = await get("/healthz");
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      status: "unavailable",
      reason: state,
      writing: state,
      term: 7,
      durableSeq: 42,
    });
    expect((await get("/metrics"))[1]).toContain(`candor_replication_state{state="${state}"} 1\n`);
    setState(writer, "writing");
    expect((await get("/healthz"))[0]).toBe(200);
    setState(writer, "ready");
  }
});

test("CLUS-68 health and metrics are served while the main thread waits", async () => {
  setState(0, "waiting for a standby");
  const [status, text] = getWhileBlocked("/healthz");
  expect(status).toBe(503);
  expect(text).toContain('"reason":"waiting for a standby"');
  const [, metrics] = getWhileBlocked("/metrics");
  expect(metrics).toContain("candor_main_thread_answers 0\n");
  expect(metrics).toContain('candor_role{role="core"} 1\n');
  expect(metrics).toContain("candor_core_term 7\n");
  setState(0, "ready");
  const [hung, why] = getWhileBlocked("/healthz");
  expect(hung).toBe(503);
  expect(why).toContain('"reason":"the main thread does not answer"');
  expect((await get("/healthz"))[0]).toBe(200);
});

test("CLUS-68 a page that cannot be made does not stop the others", async () => {
  expect(await get("/metrics")).toMatchObject([200, expect.stringContaining("some_metric 1")]);
  isBroken = true;
  expect((await get("/metrics"))[1]).toContain("candor_main_thread_answers 0");
  expect(warnings).toEqual(["the metrics page could not be made"]);
  expect(await get("/alarms")).toEqual([200, '{"alarms":[]}']);
  expect((await get("/other"))[0]).toBe(404);
});
