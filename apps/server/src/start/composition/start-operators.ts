import path from "node:path";
import { LiabilityTrees } from "../../custody/liabilities/liability-trees.ts";
import { makeTreeInThread } from "../../custody/liabilities/tree-thread.ts";
import { PUBLISH_ACTION } from "../../custody/liabilities/verify-tree.ts";
import type { ConsolePorts } from "../../edge/console-api/console-ports.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { readSkips } from "../../engine/runtime/skip-list.ts";
import { SealingKey } from "../../kit/durable/sealed-value.ts";
import { OperatorAccounts } from "../../operators/accounts/operator-accounts.ts";
import { type OperatorMail, operatorMail } from "../../operators/accounts/operator-mail.ts";
import { openOperators } from "../../operators/desk/open-operators.ts";
import { PublishedDecisions } from "../../operators/desk/published-decisions.ts";
import { queryAuditLog } from "../../operators/desk/query-audit-log.ts";
import { Proposals } from "../../operators/proposals/proposals.ts";
import { settingVersions } from "../../operators/settings/setting-versions.ts";
import { SmtpSender } from "../../people/identity/mail-and-sms/smtp-sender.ts";
import type { Start } from "./start.ts";
import type { StartedExchange } from "./start-exchange.ts";
import type { StartedPeople } from "./start-people.ts";
import type { StartedMarketData } from "./started-market-data.ts";

/** Operators, and what the exchange publishes about itself under their log. */
export interface StartedOperators {
  readonly console: Omit<ConsolePorts, "exchange">;
  readonly decisions: PublishedDecisions;
  readonly liabilities: LiabilityTrees;
}

export async function startOperators(
  start: Start,
  { engine, files, stores, live, database, projector, clock, clockGuard }: StartedExchange,
  { listings }: StartedMarketData,
  { identity, documents, siteContent, funding, notices }: StartedPeople,
): Promise<StartedOperators> {
  const { environment, log, onFatal, closers } = start;
  const { home, mode } = environment;
  const accounts = openAccounts(start);
  const proposals = Proposals.open({
    directory: path.join(home, "proposals"),
    nowMs: () => clock.nowMs(),
    onFailure: onFatal,
  });
  closers.add("proposals", () => proposals.close());
  const mail = mailOf(start);
  const operators = await openOperators({
    home,
    ports: {
      operators: accounts,
      operatorMail: mail,
      site: environment.people.publicUrl ?? "",
      nowMs: () => clock.nowMs(),
      ...documents,
      ...siteContent,
      engine,
      identity,
      listings,
      withdrawals: funding.desk,
      addresses: funding.addresses,
      chains: funding.chains,
      notices: notices.service,
      clock: clockGuard,
      settings: {
        mode,
        live,
        proposals,
        history: settingVersions(database.db, projector, live),
        setBy: () => queryAuditLog({ kind: "set-by", home }),
      },
    },
    demoReviewer: environment.demoReviewer,
    takePoint: () => stores.point(),
    nowMs: () => clock.nowMs(),
    log,
  });
  closers.add("operators", () => operators.close());
  const { desk } = operators;
  const liabilities = new LiabilityTrees({
    home,
    engine,
    files,
    chains: funding.chains,
    newestUser: () => identity.newestUser,
    make: makeTreeInThread,
    writeAuditEntry: (treeId, facts) => desk.notePublication(PUBLISH_ACTION, treeId, facts),
    nowMs: () => clock.nowMs(),
    log,
  });
  closers.add("liabilities", () => liabilities.close());
  liabilities.start();
  const decisions = new PublishedDecisions(proposals, live, listings, readSkips(exchangeHome(home)).all);
  const isTestRig = environment.rig.isScenario;
  return {
    console: { home, mode, isTestRig, sendsMail: mail !== undefined, accounts, desk },
    decisions,
    liabilities,
  };
}

function openAccounts({ environment, log, onFatal, closers }: Start): OperatorAccounts {
  const accounts = OperatorAccounts.open({
    directory: path.join(environment.home, "operators"),
    sealing: SealingKey.ofFile(environment.keyFile),
    publicUrl: environment.people.publicUrl,
    report: (message) => log.warn(message),
    onFailure: onFatal,
  });
  closers.add("operators' accounts", () => accounts.close());
  return accounts;
}

/** Returns undefined when no mail server is configured. */
function mailOf({ environment: { people }, closers }: Start): OperatorMail | undefined {
  const { smtp } = people.delivery;
  if (smtp === undefined) return undefined;
  const sender = new SmtpSender(smtp);
  closers.add("operators' mail", () => sender.close());
  return operatorMail(sender, people.publicUrl ?? "");
}
