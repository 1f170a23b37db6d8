import type { Logger } from "pino";
import type { Environment } from "../config/environment.ts";
import { Closers } from "../kit/closers.ts";
import type { StartLink } from "../kit/start-lines.ts";
import { Alarms } from "../operators/alarms/alarms.ts";
import { MailHealth } from "../operators/alarms/mail-health.ts";
import type { Prepared, Start } from "./composition/start.ts";
import { startAlarms } from "./composition/start-alarms.ts";
import { startExchange } from "./composition/start-exchange.ts";
import { startMarketData, startPrices } from "./composition/start-market-data.ts";
import { startOperators } from "./composition/start-operators.ts";
import { startPeople } from "./composition/start-people.ts";
import { startReplay } from "./composition/start-replay.ts";

export interface RunningServer {
  /** Port that the server listens on; differs from the setting when that was 0. */
  readonly port: number;
  /** Links for the person who started the server. */
  readonly links: readonly StartLink[];
  /** Stops accepting calls, finishes those in progress and writes a snapshot. */
  close(): Promise<void>;
}

/**
 * The composition root: opens everything below `environment.home`, wires it together and listens.
 * @param onFatal called when the engine or the read models are lost; the process must exit
 * @param prepared what this process has ready as a standby
 */
export async function startServer(
  environment: Environment,
  log: Logger,
  onFatal: (error: Error) => void,
  prepared?: Prepared,
): Promise<RunningServer> {
  const closers = new Closers();
  try {
    return await compose({
      environment,
      log,
      onFatal,
      prepared,
      closers,
      alarms: new Alarms(Date.now),
      mail: new MailHealth(Date.now),
    });
  } catch (error) {
    await closers.closeAll(log);
    throw error;
  }
}

/** Each stage needs those before it. They close in reverse order. */
async function compose(start: Start): Promise<RunningServer> {
  const { environment, log, closers } = start;
  // Loads the client-facing modules while database and engine start in their own threads.
  const [exchange, { serveClients }] = await Promise.all([
    startExchange(start),
    import("./serve-clients.ts"),
  ]);
  const marketData = await startMarketData(start, exchange);
  const people = await startPeople(start, exchange, marketData);
  const operators = await startOperators(start, exchange, marketData, people);
  const prices = await startPrices(start, exchange, marketData.listings);
  const alarmDelivery = startAlarms(start, exchange, marketData, people, prices);
  const { port, links } = await serveClients({
    ...exchange,
    ...marketData,
    ...people,
    ...operators,
    environment,
    alarms: start.alarms,
    mail: start.mail,
    alarmDelivery,
    prices,
    dailyGifts: exchange.listing.dailyGifts,
    log,
    closers,
    onFatal: start.onFatal,
  });
  startReplay(start, exchange);
  return { port, links, close: () => closers.closeAll(log) };
}
