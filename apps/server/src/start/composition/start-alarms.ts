import type { PriceService } from "../../market/prices/price-service.ts";
import { alarmChannels } from "../../operators/alarms/alarm-channels.ts";
import { runAlarmChecks } from "../../operators/alarms/alarm-checks.ts";
import { AlarmDelivery } from "../../operators/alarms/alarm-delivery.ts";
import { ALARM_KINDS } from "../../operators/alarms/alarm-kinds.ts";
import type { Start } from "./start.ts";
import type { StartedExchange } from "./start-exchange.ts";
import type { StartedPeople } from "./start-people.ts";
import type { StartedMarketData } from "./started-market-data.ts";

/** Runs all checks repeatedly and reports problems to log, mailboxes and webhook. */
export function startAlarms(
  { environment, alarms, mail, log, closers }: Start,
  { engine, projector, signer }: StartedExchange,
  { listings }: StartedMarketData,
  { funding, identity }: StartedPeople,
  prices: PriceService,
): AlarmDelivery {
  const warned = new Set<string>();
  const warn = (error: unknown, message: string): void => {
    // Once per kind; an unreachable chain would flood the log.
    if (!warned.has(message)) log.warn({ err: error }, message);
    warned.add(message);
  };
  const stopLogging = alarms.subscribe(({ kind, alarm: { name, severity, subject, text } }) => {
    const { title } = ALARM_KINDS[name];
    if (kind === "raised") log.error({ alarm: name, severity, subject }, `ALARM: ${title}: ${text}`);
    else log.info({ alarm: name, subject }, `alarm cleared: ${title}`);
  });
  const delivery = new AlarmDelivery({
    alarms,
    channels: alarmChannels(environment, identity.sender),
    warn: (error, message) => log.warn({ err: error }, message),
  });
  closers.add("alarms", async () => {
    await delivery.close();
    stopLogging();
  });
  const checks = runAlarmChecks(
    alarms,
    {
      home: environment.home,
      mode: environment.mode,
      engine,
      chains: funding.chains,
      listings,
      signer,
      feeds: () => prices.view(),
      reachedSeq: () => projector.reachedSeq,
      mail,
      identity,
      nowMs: Date.now,
    },
    warn,
  );
  closers.add("alarm checks", () => checks.stop());
  return delivery;
}
