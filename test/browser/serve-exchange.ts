import { attachSocket } from "@candor/server/edge/socket/attach-socket";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { liveLevers } from "@candor/server/market/wire-objects/live-levers";
import { livePositions } from "@candor/server/market/wire-objects/live-positions";
import { announcementPushes } from "@candor/server/people/content/announcement-pushes";
import { chatPushes } from "@candor/server/people/support-chat/chat-pushes";
import { noPersistence } from "../support/feeds/no-persistence.ts";
import { accepted, type GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

export interface ServedExchange {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Time limits of the socket, whose clock is the exchange's: as on the wire, or unlimited silence and messages, for
 * tests in which minutes pass in a second and pings cannot keep up.
 */
export type SocketTimeouts = "usual" | "endless";

/** Serves pages and socket of an in-process exchange on its own port; the test controls its clock. */
export async function serveExchange(
  exchange: GatewayUnderTest,
  patience: SocketTimeouts = "usual",
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
