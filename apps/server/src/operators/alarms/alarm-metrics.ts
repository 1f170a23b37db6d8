import type { EnginePort } from "@candor/domain/engine-port";
import { Gauge, type Registry } from "prom-client";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { SignerState } from "../../custody/chain/open-chains.ts";
import type { FeedView } from "../../market/prices/price-service.ts";
import { diskOf } from "./alarm-checks.ts";
import type { AlarmDelivery } from "./alarm-delivery.ts";
import { ALARM_KINDS, ALARM_NAMES } from "./alarm-kinds.ts";
import type { Alarms } from "./alarms.ts";
import type { MailHealth } from "./mail-health.ts";

const MS_PER_SECOND = 1_000;

/** The parts of the exchange that the metrics read. */
export interface MeasuredExchange {
  readonly home: string;
  readonly alarms: Alarms;
  readonly delivery: AlarmDelivery;
  readonly mail: MailHealth;
  readonly feeds: () => FeedView;
  readonly engine: Pick<EnginePort, "withdrawalsView">;
  readonly signer: () => Promise<SignerState>;
  readonly chains: Pick<ChainPort, "uncreditedDeposits" | "unclaimedCoins">;
  readonly nowMs: () => number;
}

/** Registers Prometheus metrics for alerting. They are read at collection time. */
export function addAlarmMetrics(registry: Registry, exchange: MeasuredExchange): void {
  addAlarms(registry, exchange);
  addFeeds(registry, exchange);
  addMoney(registry, exchange);
  const { mail, delivery, home } = exchange;
  gauge(
    registry,
    "candor_mail_failures",
    "Mails and text messages that failed since the start.",
    () => mail.failures,
  );
  gauge(
    registry,
    "candor_alarm_delivery_failures",
    "Alarm messages rejected by a mailbox or the webhook since the start.",
    () => delivery.failures,
  );
  gauge(
    registry,
    "candor_disk_free_bytes",
    "Free space on the disk of the home directory.",
    async () => (await diskOf(home)).free,
  );
  gauge(
    registry,
    "candor_disk_size_bytes",
    "Size of the disk of the home directory.",
    async () => (await diskOf(home)).size,
  );
}

/** A failing metric is left out; the rest of the collection still succeeds. */
function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  const made: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      made.reset();
      const value = await Promise.resolve(read()).catch(() => undefined);
      if (value !== undefined) made.set(value);
    },
  });
}

function addAlarms(registry: Registry, { alarms }: MeasuredExchange): void {
  const raised: Gauge = new Gauge({
    name: "candor_alarm",
    help: "1 while an alarm is raised; one series per alarm.",
    labelNames: ["name", "severity"],
    registers: [registry],
    collect: () => {
      const names = new Set(alarms.raised().map(({ name }) => name));
      for (const name of ALARM_NAMES)
        raised.set({ name, severity: ALARM_KINDS[name].severity }, names.has(name) ? 1 : 0);
    },
  });
}

function addFeeds(registry: Registry, { feeds }: MeasuredExchange): void {
  gauge(
    registry,
    "candor_feed_healthy",
    "1 while every source is connected and every market has fresh prices.",
    () => (feeds().healthy ? 1 : 0),
  );
  const connected: Gauge = new Gauge({
    name: "candor_source_connected",
    help: "1 while a price source is connected and sending.",
    labelNames: ["source"],
    registers: [registry],
    collect: () => {
      for (const { name, state } of feeds().sources)
        connected.set({ source: name }, state === "connected" ? 1 : 0);
    },
  });
  const age: Gauge = new Gauge({
    name: "candor_feed_age_seconds",
    help: "Age of the newest price in the journal, by market and source; absent if there is none yet.",
    labelNames: ["market", "source"],
    registers: [registry],
    collect: () => {
      age.reset();
      for (const { symbol, sources } of feeds().markets)
        for (const { name, ageMs } of sources)
          if (ageMs !== undefined) age.set({ market: symbol, source: name }, ageMs / MS_PER_SECOND);
    },
  });
}

function addMoney(registry: Registry, { engine, signer, chains, nowMs }: MeasuredExchange): void {
  const open = async (): Promise<readonly { readonly createdAtMs: number }[]> =>
    (await engine.withdrawalsView()).withdrawals;
  gauge(
    registry,
    "candor_withdrawals_open",
    "Withdrawals not yet paid or returned.",
    async () => (await open()).length,
  );
  gauge(
    registry,
    "candor_withdrawal_oldest_seconds",
    "Age of the oldest open withdrawal; 0 if there is none.",
    async () => {
      const withdrawals = await open();
      const oldestMs = Math.min(nowMs(), ...withdrawals.map(({ createdAtMs }) => createdAtMs));
      return (nowMs() - oldestMs) / MS_PER_SECOND;
    },
  );
  gauge(registry, "candor_signer_up", "1 while the signer answers; absent if there is none.", async () => {
    const state = await signer();
    if (state === "none") throw new Error("there is no signer");
    return state === "well" ? 1 : 0;
  });
  gauge(registry, "candor_deposits_held", "Deposits waiting for an operator.", () => {
    const held = chains.uncreditedDeposits().filter(({ status }) => status === "held");
    return held.length + chains.unclaimedCoins().length;
  });
}
