import path from "node:path";
import type { EnginePort } from "@candor/domain/engine-port";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import { liveLevers } from "../../market/wire-objects/live-levers.ts";
import type { Identity } from "../identity/identity-service.ts";
import { mailLanguage } from "../identity/mail-and-sms/mail-language.ts";
import type { Documents } from "../verification/open-documents.ts";
import { MarginCalls } from "./margin-calls.ts";
import { NoticeService } from "./notice-service.ts";
import { NoticeSources } from "./notice-sources.ts";
import { WebPushSender } from "./web-push-sender.ts";

export interface NoticesOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly engine: Pick<EnginePort, "on" | "accountView" | "openPositionsView">;
  /** Source of the events that notices start from; by default the engine, from now on. */
  readonly batches?: Pick<EnginePort, "on">;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly documents: Pick<Documents, "verification" | "chat">;
  readonly chains: Pick<ChainPort, "subscribe">;
  /** Contact for push services: `mailto:` or `https:`. */
  readonly contact: string;
  readonly nowMs?: () => number;
  /** Whether to send nothing to browsers. */
  readonly isMuted?: boolean;
  /** Replaces the browsers' push services. */
  readonly push?: WebPushSender;
  readonly report: (error: unknown, message: string) => void;
  readonly onFailure: (error: Error) => void;
}

export interface Notices {
  readonly service: NoticeService;
  readonly push: WebPushSender;
  close(): void;
}

/** Opens `<CANDOR_HOME>/notices`. Throws the journal's errors for a locked or damaged directory. */
export function openNotices(options: NoticesOptions): Notices {
  const { home, engine, listings, identity, documents, chains, report, nowMs = Date.now } = options;
  const { contact } = options;
  const keyFile = path.join(home, "keys", "push.json");
  const push = options.push ?? new WebPushSender({ keyFile, contact, isMuted: options.isMuted ?? false });
  const service = NoticeService.open({
    directory: path.join(home, "notices"),
    nowMs,
    mail: identity,
    push,
    languageOf: (userId) => mailLanguage({ lang: identity.language(userId) }),
    isSessionAlive: (userId, sessionId) =>
      identity.sessions(userId).some((session) => session.sessionId === sessionId),
    report,
    onFailure: options.onFailure,
  });
  const sources = new NoticeSources({
    notices: service,
    engine: options.batches ?? engine,
    listings,
    identity,
    verification: documents.verification,
    chat: documents.chat,
    chains,
    levers: liveLevers(engine, listings),
    nowMs,
    report,
  });
  const calls = new MarginCalls({ notices: service, engine, listings, identity, report });
  calls.start().catch((error: unknown) => report(error, "cannot watch positions for margin calls"));
  return {
    service,
    push,
    close() {
      calls.stop();
      sources.stop();
      service.close();
    },
  };
}
