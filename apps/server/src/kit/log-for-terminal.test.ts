import { pino, stdTimeFunctions } from "pino";
import { expect, test } from "vitest";
import { lineForPeople } from "./log-for-terminal.ts";

function logged(write: (log: ReturnType<typeof pino>) => void): string {
  const lines: string[] = [];
  const options = { base: null, timestamp: stdTimeFunctions.isoTime };
  write(pino(options, { write: (json) => void lines.push(lineForPeople(json)) }));
  return lines.join("").replaceAll(/^\d\d:\d\d:\d\d /gm, "TIME ");
}

test("SRV-04 on a terminal the log is lines: time, message, details", () => {
  expect(logged((log) => log.info("Candor is ready: http://localhost:8080"))).toBe(
    "TIME Candor is ready: http://localhost:8080\n",
  );
  expect(logged((log) => log.info({ lastSeq: 12, snapshotSeq: 0 }, "engine ready"))).toBe(
    "TIME engine ready lastSeq=12 snapshotSeq=0\n",
  );
});

test("SRV-04 a problem is named with its cause, and with its place only when it may be a bug that ends the server", () => {
  const error = new Error("no route to host");
  expect(logged((log) => log.warn({ err: error }, "charts: history is missing"))).toBe(
    "TIME WARN: charts: history is missing: no route to host\n",
  );
  const fatal = logged((log) => log.fatal({ err: error }, "failed to start"));
  expect(fatal).toMatch(/^TIME FATAL: failed to start: no route to host\n {4}at /);
  const taken = Object.assign(new Error("port 8080 is taken"), { code: "EADDRINUSE" });
  expect(logged((log) => log.fatal({ err: taken }, "failed to start"))).toBe(
    "TIME FATAL: failed to start: port 8080 is taken\n",
  );
});
