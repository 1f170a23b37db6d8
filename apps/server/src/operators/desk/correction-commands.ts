import { CORRECTION_ACCOUNTS, CORRECTION_WALLETS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { joinToOneLine } from "@candor/text/visible-text";
import { changeReading } from "@candor/wire/console/setting-words";
import { z } from "zod";
import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import { jumpInWords } from "../proposals/describe-jump.ts";
import type { ProposedAct } from "../proposals/proposal-records.ts";
import type { Proposal } from "../proposals/proposal-state.ts";
import { type ChannelRequest, Refusal, type Row } from "../protocol/operator-messages.ts";
import { COMMAND_ROLES } from "../protocol/roles.ts";
import { refusedByExchange } from "../protocol/sentences.ts";
import { findUser } from "./find-user.ts";
import { changeFacts, describeOperatorChange } from "./operator-changes.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";
import { confirmable, openProposal, refusesAlone, refusesUnproven } from "./two-people.ts";

type Ports = Pick<
  OperatorPorts,
  "identity" | "engine" | "listings" | "settings" | "operators" | "operatorMail" | "nowMs"
>;
/** Dependencies for displaying a proposal. */
type Shown = Pick<Ports, "listings" | "operatorMail">;
type Correction = Extract<ProposedAct, { readonly kind: "correction" }>;

const correctionInput = z.strictObject({
  wallet: z.enum(CORRECTION_WALLETS),
  asset: z.string().regex(/^[A-Z0-9]{2,10}$/),
  /** Signed; positive amounts go to the user. */
  amount: z.string().regex(/^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/),
  account: z.enum(CORRECTION_ACCOUNTS),
});

/** Moves money between a user and the exchange: proposed by one person, carried out when another confirms. */
export function correctionCommands(ports: Ports) {
  const { proposals } = ports.settings;
  return {
    "proposal list": {
      kind: "read",
      read: () => ({
        note: "",
        rows: proposals.all().map((proposal) => rowOf(proposal, ports)),
        data: proposals.all(),
      }),
    },
    "proposal refuse": {
      kind: "act",
      plan: ({ target }) => {
        const proposal = openProposal(proposals, target);
        if (proposal instanceof Refusal) return proposal;
        return {
          target,
          before: factsOf(proposal, ports),
          act: async (operator) => {
            await proposals.decide(proposal.proposalId, "refused", operator, 0);
            return { after: { decision: "refused" }, note: `Proposal ${target} was refused.` };
          },
        };
      },
    },
    "correction propose": { kind: "act", plan: (request) => propose(ports, request) },
    "correction confirm": { kind: "act", plan: (request) => confirm(ports, request) },
  } as const satisfies Record<string, OperatorCommand>;
}

function propose(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const { identity, listings, settings } = ports;
  const { reason } = request;
  const input = correctionInput.safeParse(request.input);
  if (!input.success) {
    const [issue] = input.error.issues;
    return new Refusal(
      issue?.path[0] === "amount"
        ? "Write the amount as a plain decimal number with a point, such as 12.5 or -12.5."
        : 'The input looks like {"wallet":"main","asset":"USDT","amount":"-12.5","account":"fees"}.',
    );
  }
  if (reason.length > LIMITS.maxReasonLength)
    return new Refusal(`The user sees this reason: use at most ${LIMITS.maxReasonLength} characters.`);
  // Money that arrived for an account after its closing can only be returned this way.
  const user = identity.closedAccount(Number(request.target)) ?? findUser(identity, request.target);
  if (user instanceof Refusal) return user;
  if ("kind" in user && user.kind === "labelled")
    return new Refusal(`User ${user.userId} is one of the sandbox's own traders.`);
  const { wallet, asset, amount, account } = input.data;
  const listed = listings.assetBySymbol(asset);
  if (listed === undefined) return new Refusal(`There is no asset ${asset}.`);
  const isDebit = amount.startsWith("-");
  const units = parseDecimal(isDebit ? amount.slice(1) : amount, listed.spec.scale);
  if (typeof units === "string" || units === 0 || units > LIMITS.maxUnits)
    return new Refusal(`The amount ${amount} ${asset} cannot be moved.`);
  const refusal =
    refusesUnproven(request) ?? refusesAlone(ports.operators, request, COMMAND_ROLES["correction confirm"]);
  if (refusal !== undefined) return refusal;
  const act: Correction = {
    kind: "correction",
    userId: user.userId,
    wallet,
    assetId: listed.assetId,
    amountUnits: isDebit ? 0 - units : units,
    account,
  };
  return {
    target: String(user.userId),
    before: {},
    act: async (operator) => {
      const proposalId = await settings.proposals.propose(act, operator, reason);
      return {
        after: { proposal: proposalId, ...correctionFacts(act, ports) },
        note: `Proposal ${proposalId} is waiting for another operator.`,
      };
    },
  };
}

function confirm(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const { engine, settings } = ports;
  const proposal = confirmable(ports, request, "correction");
  if (proposal instanceof Refusal) return proposal;
  const { act, proposalId, proposedBy } = proposal;
  // Older reasons were stored as typed.
  const reason = joinToOneLine(proposal.reason);
  if (act.kind !== "correction") throw new Error(`proposal ${proposalId} is not a correction`);
  const { kind: _, amountUnits, ...where } = act;
  return {
    target: request.target,
    before: factsOf(proposal, ports),
    act: async (operator) => {
      const { executed } = await engine.execute({
        kind: "correct-balance",
        proposalId,
        ...where,
        amountUnits: amountUnits as Units,
        reason,
        proposedBy,
        confirmedBy: operator,
      });
      if (executed.error !== undefined) return refusedByExchange(executed.error);
      const seq = executed.replayedSeq > 0 ? executed.replayedSeq : executed.seq;
      await settings.proposals.decide(proposalId, "confirmed", operator, seq);
      return {
        after: { seq, ...correctionFacts(act, ports) },
        note: `Proposal ${proposalId} was carried out with command ${seq}.`,
      };
    },
  };
}

function rowOf(proposal: Proposal, ports: Shown): Row {
  const { proposalId, proposedBy, proposedAtMs, reason, decided, act } = proposal;
  return {
    proposal: proposalId,
    kind: act.kind,
    state: decided?.decision ?? "waits",
    what: describe(proposal, ports),
    reason,
    proposedBy,
    proposed: timeOf(proposedAtMs),
    decidedBy: decided?.decidedBy ?? null,
    decided: decided === undefined ? null : timeOf(decided.decidedAtMs),
    seq: decided === undefined || decided.seq === 0 ? null : decided.seq,
  };
}

function describe({ act }: Proposal, ports: Shown): string {
  if (act.kind === "setting") return `${act.setting}: ${changeReading(act.setting, act.before, act.value)}`;
  if (act.kind === "operator") return describeOperatorChange(act.change, ports.operatorMail);
  if (act.kind === "clock") return `Accept the clock, ${jumpInWords(act)}.`;
  const { userId, wallet, account, amountUnits } = act;
  const amount = amountOf({ ...act, amountUnits: Math.abs(amountUnits) }, ports);
  return amountUnits > 0
    ? `${amount} to ${userId}/${wallet}, out of ${account}`
    : `${amount} from ${userId}/${wallet}, into ${account}`;
}

function factsOf(proposal: Proposal, ports: Pick<Ports, "listings">): AuditFacts {
  const { act, proposedBy } = proposal;
  if (act.kind === "operator") return { proposedBy, ...changeFacts(act.change) };
  if (act.kind === "clock") return { proposedBy, deviationMs: act.deviationMs };
  return act.kind === "correction"
    ? { proposedBy, ...correctionFacts(act, ports) }
    : { proposedBy, setting: act.setting, value: JSON.stringify(act.value) };
}

function correctionFacts(act: Correction, ports: Pick<Ports, "listings">): AuditFacts {
  return { user: act.userId, wallet: act.wallet, amount: amountOf(act, ports), account: act.account };
}

function amountOf({ assetId, amountUnits }: Correction, { listings }: Pick<Ports, "listings">): string {
  const { symbol, scale } = listings.asset(assetId).spec;
  const text = formatDecimal(Math.abs(amountUnits), scale);
  return `${amountUnits < 0 ? "-" : ""}${text} ${symbol}`;
}
