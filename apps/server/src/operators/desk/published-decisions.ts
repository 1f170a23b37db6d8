import { formatDecimal } from "@candor/money/decimal";
import { joinToOneLine } from "@candor/text/visible-text";
import type { CallReply } from "@candor/wire/calls";
import { FUND_NOTES } from "@candor/wire/translations/fund-notes";
import type { SkippedCommand } from "../../engine/runtime/skip-list.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import { describeJump } from "../proposals/describe-jump.ts";
import type { ProposedAct } from "../proposals/proposal-records.ts";
import type { Proposal } from "../proposals/proposal-state.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { formatSettingValue } from "../settings/endowment-value.ts";

type Published = CallReply<"decisions">;
type Names = Pick<Listings, "asset" | "assetBySymbol">;

/**
 * Public list of decisions by two operators, with both of their names. A corrected balance and its reason are shown
 * only to that user, and a link's recipient only to that operator.
 */
export class PublishedDecisions {
  private readonly proposals: Pick<Proposals, "all">;
  private readonly live: Pick<LiveSettings, "announced" | "find">;
  private readonly listings: Names;
  private readonly skips: readonly SkippedCommand[];

  /** @param skips decisions about commands that could not be executed; none is added while a server runs */
  constructor(
    proposals: Pick<Proposals, "all">,
    live: Pick<LiveSettings, "announced" | "find">,
    listings: Names,
    skips: readonly SkippedCommand[] = [],
  ) {
    this.proposals = proposals;
    this.live = live;
    this.listings = listings;
    this.skips = skips;
  }

  /** Returns announced changes, the soonest first. */
  announced(): Published["announced"] {
    return this.live.announced().map(({ setting, value, fromMs, reason, proposedBy, confirmedBy }) => ({
      setting,
      value: JSON.stringify(formatSettingValue(setting, value, this.listings)),
      before: this.inForce(setting),
      fromMs,
      reason,
      proposedBy,
      confirmedBy,
    }));
  }

  /** Returns skipped commands, oldest first. */
  skipped(): Published["skipped"] {
    return this.skips.map(({ seq, kind, sha256, source, reason, decidedBy, decidedAtMs }) => ({
      seq,
      command: kind,
      sha256,
      wasExecuted: source === "journal",
      reason,
      decidedBy: [...decidedBy],
      decidedAtMs,
    }));
  }

  /** Returns the current value as text: the one set, or the configured one recorded in the proposal. */
  private inForce(setting: string): string | null {
    const set = this.live.find(setting);
    if (set !== undefined) return JSON.stringify(formatSettingValue(setting, set.value, this.listings));
    for (const { act } of this.proposals.all())
      if (act.kind === "setting" && act.setting === setting) return jsonOrNull(act.before);
    return null;
  }

  /** Returns decisions newest first, only those before `before`. */
  decided(before: number, limit: number): Published["list"] {
    return this.proposals
      .all()
      .filter(({ proposalId, decided }) => proposalId < before && decided?.decision === "confirmed")
      .slice(0, limit)
      .map((proposal) => this.entry(proposal));
  }

  private entry({
    act,
    decided,
    proposalId,
    proposedBy,
    proposedAtMs,
    reason,
  }: Proposal): Published["list"][number] {
    return {
      decision: proposalId,
      kind: act.kind,
      what: describe(act, this.listings),
      // Older reasons were stored as typed.
      reason: act.kind === "setting" || act.kind === "clock" ? joinToOneLine(reason) : null,
      proposedBy,
      proposedAtMs,
      confirmedBy: decided?.decidedBy ?? "",
      decidedAtMs: decided?.decidedAtMs ?? 0,
      seq: decided === undefined || decided.seq === 0 ? null : decided.seq,
      ...detailsOf(act, this.listings),
    };
  }
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

type Details = Pick<Published["list"][number], "setting" | "correction" | "operator" | "deviationMs">;
const NO_DETAILS: Details = { setting: null, correction: null, operator: null, deviationMs: null };

function detailsOf(act: ProposedAct, listings: Names): Details {
  switch (act.kind) {
    case "correction": {
      const { symbol, scale } = listings.asset(act.assetId).spec;
      const amount = formatDecimal(act.amountUnits, scale);
      const correction = { amount, asset: symbol, wallet: act.wallet, account: act.account };
      return { ...NO_DETAILS, correction };
    }
    case "setting": {
      const { setting: name, value, before } = act;
      const setting = { name, value: JSON.stringify(value), before: jsonOrNull(before) };
      return { ...NO_DETAILS, setting };
    }
    case "operator": {
      const { change } = act;
      const roles = "roles" in change ? [...change.roles] : [];
      return { ...NO_DETAILS, operator: { change: change.what, name: change.name, roles } };
    }
    case "clock":
      return { ...NO_DETAILS, deviationMs: act.deviationMs };
  }
}

function describe(act: ProposedAct, listings: Names): string {
  switch (act.kind) {
    case "correction": {
      const { symbol, scale } = listings.asset(act.assetId).spec;
      const amount = `${formatDecimal(Math.abs(act.amountUnits), scale)} ${symbol}`;
      return act.amountUnits > 0
        ? `${amount} from ${act.account} to a user's ${FUND_NOTES.en.wallets[act.wallet]} wallet`
        : `${amount} from a user's ${FUND_NOTES.en.wallets[act.wallet]} wallet to ${act.account}`;
    }
    case "setting":
      return `${act.setting} = ${JSON.stringify(act.value)}`;
    case "clock":
      return describeJump(act);
    case "operator": {
      const { change } = act;
      return `${change.what} ${change.name}${"roles" in change ? `: ${change.roles.join(", ")}` : ""}`;
    }
  }
}
