import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ALARM_NAMES } from "../../apps/server/src/operators/alarms/alarm-kinds.ts";
import { freePort } from "../free-port.ts";
import { QUIET, removeHome, type ServerProcess, startServer, temporaryHome } from "../server/run-server.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const RULES = path.resolve(import.meta.dirname, "../../deploy/prometheus-alerts.yml");
/** Made by Prometheus itself, of each target. */
const BY_PROMETHEUS = new Set(["up"]);
const FUNCTIONS = new Set(["max", "by", "increase", "and", "name", "market"]);

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly severity: string;
  readonly summary: string;
}

/** The part of YAML in which the rules are written; any other line is an error. */
function readRules(text: string): readonly Rule[] {
  const rules: Record<string, string>[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#") || /^(groups:|  - name: candor|    rules:)$/.test(line))
      continue;
    const [, alert] = /^      - alert: ([A-Z][A-Za-z]+)$/.exec(line) ?? [];
    const [, key, value] =
      /^        (expr|for): (\S.*)$/.exec(line) ?? /^ {10}(summary): (\S.*)$/.exec(line) ?? [];
    const [, severity] = /^        labels: \{ severity: (critical|warning) \}$/.exec(line) ?? [];
    if (alert !== undefined) rules.push({ alert });
    else if (key !== undefined && value !== undefined) Object.assign(rules.at(-1) ?? {}, { [key]: value });
    else if (severity !== undefined) Object.assign(rules.at(-1) ?? {}, { severity });
    else if (line !== "        annotations:") throw new Error(`not understood: ${line}`);
  }
  return rules.map(({ alert = "", expr = "", severity = "", summary = "" }) => ({
    alert,
    expr,
    severity,
    summary,
  }));
}

const namesIn = (expr: string): readonly string[] =>
  (expr.replace(/\{[^}]*\}|\[[^\]]*\]/g, "").match(/[a-z_]+/g) ?? []).filter((name) => !FUNCTIONS.has(name));

let server: ServerProcess;
let metrics: string;
let metricsPort: number;
const posted: string[] = [];
const hook = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => posted.push(chunk.toString()));
  request.on("end", () => response.end());
});
const home = temporaryHome();
const settings = () => ({
  ...QUIET,
  METRICS_PORT: String(metricsPort),
  CANDOR_ALARM_WEBHOOK: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`,
  CANDOR_ALARM_WEBHOOK_SECRET: "sixteen characters",
});
beforeAll(async () => {
  hook.listen(0, "127.0.0.1");
  await once(hook, "listening");
  metricsPort = await freePort();
  server = await startServer(home, settings());
  metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
});
afterAll(async () => {
  await server?.stop("SIGKILL");
  removeHome(home);
  hook.close();
});

test("ALARM-05 every figure in the alert rules is one that a running server shows, with the labels that they use", () => {
  const rules = readRules(readFileSync(RULES, "utf8"));
  expect(rules.length).toBeGreaterThan(10);
  const shown = new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? ""));
  for (const { alert, expr, severity, summary } of rules) {
    expect([alert, severity === "" || summary === ""]).toEqual([alert, false]);
    for (const name of namesIn(expr))
      expect([alert, name, shown.has(name) || BY_PROMETHEUS.has(name)]).toEqual([alert, name, true]);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test("ALARM-05 every alarm has its line among the figures, and markets and sources have theirs", () => {
  for (const name of ALARM_NAMES)
    expect(metrics).toMatch(new RegExp(`^candor_alarm\\{name="${name}",severity="[a-z]+"\\} [01]$`, "m"));
  expect(metrics).toMatch(/^candor_feed_age_seconds\{market="BTCUSDT",source="simulated"\} [0-9.]+$/m);
  expect(metrics).toMatch(/^candor_source_connected\{source="simulated"\} 1$/m);
  for (const name of [
    "candor_signer_up 1",
    "candor_withdrawals_open 0",
    "candor_deposits_held 0",
    "candor_mail_failures 0",
  ])
    expect(metrics).toContain(`\n${name}\n`);
});

test("ALARM-06 /healthz says which alarms are raised, keeps 200 for a server that answers, and tells strangers of no user, amount or wallet", async () => {
  const read = async () => {
    const reply = await fetch(`${server.url}/healthz`);
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(["ok", "degraded"]).toContain(body.status);
  expect(body).toMatchObject({
    otherAlarms: expect.any(Number) as number,
    alarms: expect.any(Array) as unknown[],
  });
  expect((await fetch(`${server.url}/alarms`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/alarms`)).status).toBe(200);
});

test("ALARM-07 a server that cannot start again tells so before it ends, once", async () => {
  await server.stop("SIGTERM");
  const before = posted.length;
  const { runToEnd } = await import("../server/run-server.ts");
  for (let tries = 0; tries < 2; tries++)
    expect((await runToEnd(home, { ...settings(), CANDOR_MODE: "live", CANDOR_PRICES: "public" })).code).toBe(
      1,
    );
  expect(posted.length - before).toBe(1);
  expect(JSON.parse(posted.at(-1) ?? "{}")).toMatchObject({
    changes: [{ kind: "raised", alarm: { name: "server-ended", severity: "critical" } }],
  });
});
