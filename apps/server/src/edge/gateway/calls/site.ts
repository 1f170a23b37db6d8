import { LANGUAGES } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import { IDENTITY_LIMITS } from "../../../people/identity/identity-limits.ts";
import { UPLOAD_LIMITS } from "../../../people/uploads/upload-limits.ts";
import type { CallHandler } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";
import { homeAdverts, homeNews } from "./articles.ts";
import { customerService } from "./customer-service.ts";
import { dayChange } from "./day-change.ts";
import { byTurnover, favouritesOf, marketWriter } from "./markets.ts";
import { homeNotice } from "./messages.ts";
import { offeredProducts } from "./offered-products.ts";

const SITE_NAME = "Candor";
/** Page that shows the sandbox's emails and text messages. */
const OUTBOX_PAGE = "/outbox";
const TOP = 10;
/** Id of the hot searches that are markets. */
const HOT_MARKETS = 2;

const LANGUAGE_LABELS: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  zh: "繁體中文",
  en: "English",
  br: "Português",
  fr: "Français",
  esp: "Español",
  hu: "Magyar",
  tr: "Türkçe",
  ro: "Română",
  de: "Deutsch",
  pl: "Polski",
  el: "Ελληνικά",
};

export function home(
  ports: Ports<"chat" | "content" | "history" | "identity" | "listings" | "mirror" | "priceSource" | "site">,
  options: GatewayOptions,
  supportEmail: string,
): CallHandler<"home"> {
  const { content, history, identity, mirror, site } = ports;
  return (_request, context): CallReply<"home"> => {
    const { open, message } = site.current();
    const write = marketWriter(ports, favouritesOf(ports, context));
    const byVolume = byTurnover(ports);
    const gainers = byVolume
      .map((market) => ({ market, change: dayChange(market, history) }))
      .filter(({ change }) => change !== undefined)
      .sort((a, b) => (b.change as number) - (a.change as number))
      .map(({ market }) => market);
    const newest = [...mirror.markets].sort(
      (a, b) => b.listed.listedAtMs - a.listed.listedAtMs || b.listed.marketId - a.listed.marketId,
    );
    return {
      siteData: {
        open_site: open ? 1 : 0,
        mailUrl: options.mode === "sandbox" ? OUTBOX_PAGE : `mailto:${supportEmail}`,
        name: SITE_NAME,
        mode: options.mode,
        ...(options.isTestRig === true && { testRig: true }),
        products: offeredProducts(ports),
        passwordRule: identity.settings.passwordRule,
        closedMessage: message,
        serverTimeMs: context.nowMs,
      },
      kefu: customerService(ports, supportEmail, context.language),
      advert: homeAdverts(content, context.language),
      topGainers: gainers.slice(0, TOP).map(write),
      topVolume: byVolume.slice(0, TOP).map(write),
      newest: newest.slice(0, TOP).map(write),
      news: [...homeNews(content, context.language)],
      notice: homeNotice(content, context.language),
      asOfSeq: mirror.asOfSeq,
    };
  };
}

export function siteStatus(
  {
    engine,
    funding,
    liabilities,
    mirror,
    priceSource,
    site,
  }: Ports<"engine" | "funding" | "liabilities" | "mirror" | "priceSource" | "site">,
  options: GatewayOptions,
): CallHandler<"siteStatus"> {
  /**
   * The hash in the newest tree of liabilities, which another thread computed. Only a new home has none: its engine is
   * asked once, because everybody waits while it hashes its state.
   */
  let first: ReturnType<typeof engine.stateHash> | undefined;
  const newestHash = async (): ReturnType<typeof engine.stateHash> => {
    const tree = liabilities.newest;
    if (tree !== undefined) return { seq: tree.atSeq, hash: tree.stateHash };
    first ??= engine.stateHash().catch((error: unknown) => {
      first = undefined;
      throw error;
    });
    return first;
  };
  return async (_request, context): Promise<CallReply<"siteStatus">> => {
    const known = await newestHash();
    const { open, message } = site.current();
    return {
      open_site: open ? 1 : 0,
      mode: options.mode,
      message,
      serverTimeMs: context.nowMs,
      version: options.version,
      // Sequence number of the hash: replaying the journal to this point must give the same hash.
      asOfSeq: known.seq,
      stateHash: known.hash,
      priceSource: priceSource(),
      markets: mirror.markets.map(({ listed, status, statusReason }) => ({
        symbol: listed.spec.symbol,
        market: listed.kind,
        status,
        statusReason,
      })),
      chains: funding.chains.chains.map(({ chain, headBlock, paused }) => ({
        chain,
        height: headBlock,
        lagMs: null,
        paused: paused !== undefined,
      })),
      languages: [...LANGUAGES],
    };
  };
}

export function publicIndex(
  ports: Ports<"identity" | "listings" | "mirror">,
  options: GatewayOptions,
): CallHandler<"publicIndex"> {
  const { identity } = ports;
  const sandbox = options.mode === "sandbox";
  return (): CallReply<"publicIndex"> => ({
    mode: options.mode,
    version: options.version,
    defaults: { symbol: "BTCUSDT", coin: "U", coinName: "BTC", lang: "en" },
    languages: LANGUAGES.map((code) => ({
      code,
      label: LANGUAGE_LABELS[code],
      flagUrl: `/flags/${code}.svg`,
    })),
    registration: {
      inviteOnly: identity.settings.inviteOnly,
      by: [...identity.settings.registrationBy],
      houseCode: sandbox ? identity.houseCode : null,
      passwordRule: identity.settings.passwordRule,
    },
    features: {
      ...offeredProducts(ports),
      convert: true,
      chat: true,
      faucet: sandbox,
    },
    limits: { uploadBytes: UPLOAD_LIMITS.fileBytes, otpResendMs: IDENTITY_LIMITS.codeResendMs },
  });
}

export function hotSearch(ports: Ports<"history" | "mirror" | "priceSource">): CallHandler<"hotSearch"> {
  return (request): CallReply<"hotSearch"> => {
    const markets = request.id === HOT_MARKETS ? byTurnover(ports).slice(0, TOP) : [];
    const write = marketWriter(ports);
    return {
      id: request.id,
      list: markets.map(write).map(({ symbol, market, tokenCur, quote, chPrice, updown }) => ({
        id: symbol,
        title: `${tokenCur}/${quote}`,
        symbol,
        market,
        chPrice,
        updown,
      })),
    };
  };
}
