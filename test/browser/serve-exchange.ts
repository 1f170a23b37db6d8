import { attachSocket } from "../../apps/server/src/edge/socket/attach-socket.ts";
import { klineMarketOf } from "../../apps/server/src/market/prices/kline-market.ts";
import { KlineStore } from "../../apps/server/src/market/prices/kline-store.ts";
import { liveLevers } from "../../apps/server/src/market/wire-objects/live-levers.ts";
import { livePositions } from "../../apps/server/src/market/wire-objects/live-positions.ts";
import { announcementPushes } from "../../apps/server/src/people/content/announcement-pushes.ts";
import { chatPushes } from "../../apps/server/src/people/support-chat/chat-pushes.ts";
import { noPersistence } from "../feeds/no-persistence.ts";
import type { WireClient } from "../support/wire-client.ts";
import { accepted, type GatewayUnderTest } from "../wire/support/gateway-under-test.ts";

export interface ServedExchange {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Time limits of the socket, whose clock is the exchange's: as on the wire, or unlimited silence and messages, for
 * tests in which minutes pass in a second and pings cannot keep up.
 */
export type SocketPatience = "usual" | "endless";

/** Serves pages and socket of an in-process exchange on its own port; the test controls its clock. */
export async function serveExchange(
  exchange: GatewayUnderTest,
  patience: SocketPatience = "usual",
): Promise<ServedExchange> {
  const { app, engine, identity, listings, mirror, site, time } = exchange;
  const history = new KlineStore(noPersistence);
  for (const { marketId, spec, base, quote } of listings.markets)
    history.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
  await history.load(engine.durableSeq);
  engine.on(history.listener);
  const socket = attachSocket(app.server, {
    engine,
    listings,
    mirror,
    history,
    priceSource: () => "simulated",
    sessions: identity,
    site,
    movements: exchange.funding.movements,
    positions: livePositions(engine, mirror),
    levers: liveLevers(engine, listings),
    announcements: announcementPushes(exchange.content),
    personal: [chatPushes(exchange.documents.chat, exchange.documents.uploads), exchange.notices.service],
    reportFailure: (error) => exchange.errors.push(error),
    now: () => time.ms,
    ...(patience === "endless" && {
      limits: { silentAfterMs: Number.POSITIVE_INFINITY, maxMessagesPerSecond: Number.POSITIVE_INFINITY },
    }),
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, close: () => socket.close() };
}

/** Returns a logged-in user's device storage. */
export async function keptBy(client: WireClient): Promise<Readonly<Record<string, unknown>>> {
  const profile = accepted(await client.call("profile"));
  return { token: client.token, vuex_user: { id: profile.id, username: profile.username }, lang: "en" };
}
