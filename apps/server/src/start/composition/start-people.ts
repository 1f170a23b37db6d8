import path from "node:path";
import { EXAMPLE_SUPPORT_EMAIL } from "../../config/people-settings.ts";
import {
  openWalletMovements,
  type WalletMovements,
} from "../../custody/wallet-movements/open-wallet-movements.ts";
import { withdrawalHistoryOf } from "../../custody/wallet-movements/withdrawal-history.ts";
import { identitySecurity } from "../../custody/withdrawals/identity-security.ts";
import { withdrawalFeesBy } from "../../custody/withdrawals/withdrawal-fees.ts";
import { riskRulesOf } from "../../custody/withdrawals/withdrawal-rules.ts";
import { Countdowns } from "../../edge/binance-api/futures/countdown/countdowns.ts";
import { OrderLabels } from "../../edge/binance-api/labels/order-labels.ts";
import { hasAccepted } from "../../engine/home/check-home.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { withdrawalRulesBy } from "../../operators/settings/withdrawal-rules-setting.ts";
import { AccountDocuments } from "../../people/account-documents/account-documents.ts";
import { AccountClosing } from "../../people/closing/account-closing.ts";
import { openContent, type SiteContent } from "../../people/content/open-content.ts";
import { exchangeAccounts } from "../../people/identity/exchange-account/exchange-accounts.ts";
import { Identity } from "../../people/identity/identity-service.ts";
import { type Notices, openNotices } from "../../people/notices/open-notices.ts";
import { Twaps } from "../../people/twap/twaps.ts";
import { type Documents, openDocuments } from "../../people/verification/open-documents.ts";
import type { Start } from "./start.ts";
import type { StartedExchange } from "./start-exchange.ts";
import type { StartedMarketData } from "./started-market-data.ts";

const HOUR_MS = 3_600_000;
/** The sandbox's shared outbox, inside the home. */
const OUTBOX = "identity/outbox.json";

/** Users, their data, and their wallet movements. */
export interface StartedPeople {
  readonly identity: Identity;
  readonly documents: Documents;
  readonly siteContent: SiteContent;
  readonly funding: WalletMovements;
  readonly countdowns: Countdowns;
  readonly orderLabels: OrderLabels;
  readonly twaps: Twaps;
  readonly notices: Notices;
  readonly accountDocuments: AccountDocuments;
  readonly closing: AccountClosing;
}

export async function startPeople(
  start: Start,
  exchange: StartedExchange,
  marketData: StartedMarketData,
): Promise<StartedPeople> {
  const { environment, log, onFatal, closers } = start;
  const { home, keyFile, mode } = environment;
  const { instance, files, engine, clock } = exchange;
  const { listings, mirror } = marketData;
  const identity = await openIdentity(start, exchange);
  exchange.allowCrediting((userId) => identity.closedAccount(userId) !== undefined);
  const documents = openDocuments({
    home,
    keyFile,
    files,
    identity,
    nowMs: () => clock.nowMs(),
    onFailure: onFatal,
  });
  closers.add("documents", () => documents.close());
  const siteContent = openContent({
    mode,
    home,
    setUpAtMs: instance.createdAtMs,
    files,
    nowMs: () => clock.nowMs(),
    onFailure: onFatal,
  });
  closers.add("content", () => siteContent.content.close());
  const funding = await startFunding(start, exchange, marketData, identity);
  const own = openOwnStores(start, exchange);
  const notices = startNotices(start, exchange, marketData, { identity, documents, funding });
  const closing = await AccountClosing.open({
    engine,
    listings,
    mirror,
    chains: funding.chains,
    identity,
    exchange: exchangeAccounts(engine),
    documents,
    notices: notices.service,
    accountDocuments: own.accountDocuments,
    addresses: funding.addresses,
    twaps: own.twaps,
    mode,
    report: (error, message) => log.error({ err: error }, message),
  });
  closers.add("closing", () => closing.close());
  // Finish freezes by the owner that a crash interrupted.
  for (const userId of identity.frozenByOwner()) await funding.withdrawals.giveBackAll(userId);
  closers.add("API keys", warnHourly(identity, start));
  return { identity, documents, siteContent, funding, ...own, notices, closing };
}

/** Opens the stores of what programs and the app keep for accounts. */
function openOwnStores(
  { environment, onFatal, closers }: Start,
  { clock }: StartedExchange,
): Pick<StartedPeople, "countdowns" | "orderLabels" | "twaps" | "accountDocuments"> {
  const optionsOf = (name: string) => ({
    directory: path.join(environment.home, name),
    nowMs: () => clock.nowMs(),
    onFailure: onFatal,
  });
  const countdowns = Countdowns.open(optionsOf("countdowns"));
  closers.add("countdowns", () => countdowns.close());
  const orderLabels = OrderLabels.open(optionsOf("order-labels"));
  closers.add("order labels", () => orderLabels.close());
  const twaps = Twaps.open(optionsOf("twaps"));
  closers.add("TWAPs", () => twaps.close());
  const accountDocuments = AccountDocuments.open(optionsOf("documents"));
  closers.add("account documents", () => accountDocuments.close());
  return { countdowns, orderLabels, twaps, accountDocuments };
}

async function openIdentity(
  { environment, mail, log, onFatal, closers }: Start,
  { engine, checked, files, clock, leading }: StartedExchange,
): Promise<Identity> {
  const { delivery, inviteOnly, passwordRule, publicUrl, registrationsPerDay, sharedNetworks } =
    environment.people;
  if (environment.mode === "live" && delivery.smtp === undefined)
    log.warn("CANDOR_SMTP_URL is not set: no mail is sent, so nobody can register by e-mail");
  if (environment.mode === "live" && environment.people.supportEmail === EXAMPLE_SUPPORT_EMAIL)
    log.warn(`CANDOR_SUPPORT_EMAIL is not set: the site shows ${EXAMPLE_SUPPORT_EMAIL}, which nobody reads`);
  const identity = Identity.open({
    directory: path.join(environment.home, "identity"),
    mode: environment.mode,
    nowMs: () => clock.nowMs(),
    sealing: SealingKey.ofFile(environment.keyFile),
    delivery,
    keepOutbox: (content) => files.replace(OUTBOX, content),
    publicUrl,
    settings: { inviteOnly, passwordRule, registrationsPerDay },
    shared: new SharedNetworks(sharedNetworks),
    report: (error, message) => {
      mail.note(error);
      log.warn({ err: error }, message);
    },
    onFailure: onFatal,
    exchange: exchangeAccounts(engine),
  });
  closers.add("identity", () => identity.close());
  const { newestUser } = await engine.exchangeView();
  await identity.reconcileWithExchange(newestUser, {
    accepted: { identity: hasAccepted(checked, "identity"), exchange: hasAccepted(checked, "exchange") },
    incarnation: leading?.incarnation,
  });
  await identity.openMissingAccounts();
  return identity;
}

/** Returns a function that stops the warnings. */
function warnHourly(identity: Identity, { log }: Start): () => void {
  const step = (): void => {
    identity
      .warnOfTradeEnd()
      .catch((error: unknown) => log.error({ err: error }, "API keys: expiry warnings failed"));
  };
  step();
  const timer = setInterval(step, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function startFunding(
  { environment, log, onFatal, closers }: Start,
  { engine, live, database, clock, beginningChains }: StartedExchange,
  { listings, mirror }: StartedMarketData,
  identity: Identity,
): Promise<WalletMovements> {
  const funding = await openWalletMovements({
    engine,
    listings,
    mirror,
    chains: await beginningChains,
    accounts: identitySecurity(identity),
    mode: environment.mode,
    rules: withdrawalRulesBy(live, riskRulesOf(environment.mode)),
    fees: withdrawalFeesBy(live),
    directory: path.join(environment.home, "funding"),
    nowMs: () => clock.nowMs(),
    history: withdrawalHistoryOf(database.db),
    onFatal,
    onFailure: (error, what) => log.error({ err: error }, `withdrawals: ${what}`),
  });
  closers.add("funding", () => funding.close());
  return funding;
}

function startNotices(
  start: Start,
  exchange: StartedExchange,
  { listings }: StartedMarketData,
  { identity, documents, funding }: Pick<StartedPeople, "identity" | "documents" | "funding">,
): Notices {
  const { environment, mail, log, onFatal, closers } = start;
  const { engine, clock } = exchange;
  const notices = openNotices({
    home: environment.home,
    engine,
    batches: exchange.sinceFounded,
    nowMs: () => clock.nowMs(),
    listings,
    identity,
    documents,
    chains: funding.chains,
    contact: pushContact(start),
    isMuted: !environment.people.pushes,
    report: (error, message) => {
      mail.note(error);
      log.warn({ err: error }, message);
    },
    onFailure: onFatal,
  });
  closers.add("notices", () => notices.close());
  return notices;
}

/** Returns the contact that push services use for this server. */
function pushContact({ environment: { people } }: Start): string {
  return people.publicUrl?.startsWith("https:") === true ? people.publicUrl : `mailto:${people.supportEmail}`;
}
