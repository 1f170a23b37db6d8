import { isDeepStrictEqual } from "node:util";
import type { Command } from "@candor/domain/commands/commands";
import {
  type AnnounceSetting,
  LIMIT_COMMANDS,
  type LimitCommand,
} from "@candor/domain/commands/setting-commands";
import type { SettingState } from "@candor/domain/engine-port";
import { LIMITS } from "@candor/domain/limits";
import { raisedLimits } from "@candor/domain/setting-limits";
import { SITE_SETTING } from "@candor/domain/setting-names";
import { joinToOneLine } from "@candor/text/visible-text";
import { changeReading, fieldName } from "@candor/wire/console/setting-words";
import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import type { ProposedAct } from "../proposals/proposal-records.ts";
import { type ChannelRequest, Refusal, type Row } from "../protocol/operator-messages.ts";
import { COMMAND_ROLES } from "../protocol/roles.ts";
import { refusedByExchange } from "../protocol/sentences.ts";
import { allSettings } from "../settings/configured-settings.ts";
import { formatSettingValue } from "../settings/endowment-value.ts";
import { readSetting } from "../settings/setting-forms.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";
import { confirmable, refusesAlone, refusesUnproven } from "./two-people.ts";

type ProposedSetting = Extract<ProposedAct, { readonly kind: "setting" }>;
type Ports = Pick<OperatorPorts, "engine" | "listings" | "chains" | "settings" | "operators" | "nowMs">;

const MAX_VERSIONS = 50;

/** Lists settings and changes them: one person at once; raising a limit takes two people and a day's notice. */
export function settingCommands(ports: Ports) {
  return {
    "setting list": { kind: "read", read: () => list(ports) },
    "setting announced": { kind: "read", read: () => announcedRows(ports) },
    "setting history": { kind: "read", read: ({ target }) => history(ports, target) },
    "setting set": { kind: "act", plan: (request) => plan(ports, request) },
    "setting withdraw": { kind: "act", plan: ({ target }) => withdraw(ports, target) },
    "setting confirm": { kind: "act", plan: (request) => confirm(ports, request) },
  } as const satisfies Record<string, OperatorCommand>;
}

function announcedRows(ports: Ports) {
  const {
    listings,
    settings: { live },
  } = ports;
  const present = new Map(settingsOf(ports).map(({ setting, value }) => [setting, value]));
  const rows = live.announced().map(({ value, fromMs, ...announced }) => {
    const { setting } = announced;
    const next = formatSettingValue(setting, value, listings);
    return {
      ...announced,
      value: JSON.stringify(next),
      change: changeReading(setting, present.get(setting), next),
      from: timeOf(fromMs),
    };
  });
  return { note: "", rows };
}

async function list(ports: Ports) {
  const by = await whoSet(ports);
  const all = settingsOf(ports);
  return { note: "", rows: all.map((setting) => rowOf(setting, by)), data: all };
}

const settingsOf = ({ chains, listings, settings: { live, mode } }: Ports) =>
  allSettings({ chains, listings, live, mode });

async function history(ports: Ports, name: string) {
  const { settings } = ports;
  const kept = await settings.history(name, MAX_VERSIONS);
  const set = kept.map((version) => ({
    ...version,
    value: formatSettingValue(name, version.value, ports.listings),
  }));
  const versions = set.length > 0 ? set : settingsOf(ports).filter(({ setting }) => setting === name);
  if (versions.length === 0) return new Refusal(`There is no setting "${name}", or nobody has set it yet.`);
  const by = await whoSet(ports);
  return { note: "", rows: versions.map((version) => rowOf(version, by)), data: versions };
}

type WhoSet = (state: SettingState) => string;

/**
 * Reads the operators from the audit log. For an announced setting these are the ones who decided it, because another
 * command put it into effect.
 */
async function whoSet({ settings: { proposals, setBy } }: Ports): Promise<WhoSet> {
  const by = await setBy();
  return ({ seq, setting, value }) =>
    by.get(seq) ??
    proposals
      .all()
      .filter(
        ({ act, decided }) =>
          act.kind === "setting" &&
          act.setting === setting &&
          decided?.decision === "confirmed" &&
          isDeepStrictEqual(act.value, value),
      )
      .map(({ proposedBy, decided }) => `${proposedBy}, ${decided?.decidedBy}`)[0] ??
    "founding";
}

function rowOf(state: SettingState, by: WhoSet): Row {
  return {
    setting: state.setting,
    version: state.version,
    seq: state.seq,
    since: state.version === 0 ? "" : timeOf(state.setAtMs),
    by: state.version === 0 ? "configuration" : by(state),
    value: JSON.stringify(state.value),
  };
}

/** Target is `NAME`, or `NAME@VERSION` to change only that version. */
function plan(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const { mode } = ports.settings;
  const [setting = "", version, ...more] = request.target.split("@");
  if (setting === SITE_SETTING) return new Refusal("Use site open or site close instead.");
  const reading = readSetting(setting, request.input, ports, mode);
  if ("problem" in reading) return new Refusal(reading.problem);
  const before = settingsOf(ports).find((each) => each.setting === setting);
  if (more.length > 0 || (version !== undefined && version !== String(before?.version ?? 0)))
    return new Refusal(
      `The setting ${setting} is now at version ${before?.version ?? 0}. Check it again before you change it.`,
    );
  const { value } = reading;
  if (isDeepStrictEqual(before?.value, value))
    return new Refusal(`The setting ${setting} already has this value.`);
  const raises = raisedLimits(setting, before?.value, value);
  if (raises.length === 0)
    return { target: setting, before: factsOf(before), act: () => apply(ports, setting, reading.command) };
  return propose(ports, request, {
    kind: "setting",
    setting,
    baseVersion: before?.version ?? 0,
    value,
    ...(before !== undefined && { before: before.value }),
    raises,
  });
}

/** Cancels an announcement. One person may do that, because it raises no limit. */
function withdraw({ engine, settings: { live } }: Ports, setting: string): PlannedAction | Refusal {
  const announced = live.announced().find((each) => each.setting === setting);
  if (announced === undefined) return new Refusal(`No change of "${setting}" is announced.`);
  return {
    target: setting,
    before: { announced: JSON.stringify(announced.value), from: timeOf(announced.fromMs) },
    act: async () => {
      const { executed } = await engine.execute({ kind: "withdraw-announcement", setting });
      if (executed.error !== undefined) return refusedByExchange(executed.error);
      const { seq } = executed;
      return { after: { seq }, note: `The announced change of ${setting} was canceled.` };
    },
  };
}

function propose(
  { operators, settings: { proposals } }: Ports,
  request: ChannelRequest,
  act: ProposedSetting,
): PlannedAction | Refusal {
  const { raises, setting, value } = act;
  const raised = raises.includes(setting)
    ? "This sets a limit for the first time."
    : `This raises a limit or worsens terms: ${raises.map(fieldName).join(", ")}.`;
  const { reason } = request;
  if (reason.length > LIMITS.maxReasonLength)
    return new Refusal(`This reason is public: use at most ${LIMITS.maxReasonLength} characters.`);
  const refusal =
    refusesUnproven(request) ?? refusesAlone(operators, request, COMMAND_ROLES["setting confirm"]);
  if (refusal !== undefined) return new Refusal(`${raised} ${refusal.problem}`);
  return {
    target: setting,
    before: act.before === undefined ? {} : { version: act.baseVersion, value: JSON.stringify(act.before) },
    act: async (operator) => {
      const proposal = await proposals.propose(act, operator, reason);
      return {
        after: { proposal, value: JSON.stringify(value) },
        note: `Proposal ${proposal} is waiting for another operator. ${raised} It takes effect 24 hours after it is confirmed.`,
      };
    },
  };
}

function confirm(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const { live, mode, proposals } = ports.settings;
  const proposal = confirmable(ports, request, "setting");
  if (proposal instanceof Refusal) return proposal;
  const { act, proposalId, proposedBy } = proposal;
  // Older reasons were stored as typed.
  const reason = joinToOneLine(proposal.reason);
  if (act.kind !== "setting") throw new Error(`proposal ${proposalId} is not a setting`);
  const { setting } = act;
  const before = settingsOf(ports).find((each) => each.setting === setting);
  const reading = readSetting(setting, act.value, ports, mode);
  if ("problem" in reading) return new Refusal(reading.problem);
  // Carried out but not recorded because the process ended in between: record it now.
  const isDone =
    isDeepStrictEqual(before?.value, reading.value) ||
    live.announced().some((each) => each.proposalId === proposalId && each.setting === setting);
  if ((before?.version ?? 0) !== act.baseVersion && !isDone)
    return new Refusal(
      `The setting ${setting} has changed since this was proposed. Refuse the proposal and make a new one.`,
    );
  const { command } = reading;
  return {
    target: request.target,
    before: { proposedBy, setting, ...factsOf(before) },
    act: async (operator) => {
      const decision = { proposalId, reason, proposedBy, confirmedBy: operator };
      // Terms with their own notice period are announced by setting them.
      const done = isLimitCommand(command)
        ? await announce(ports, setting, { kind: "announce-setting", command, ...decision })
        : await apply(ports, setting, command);
      if (done instanceof Refusal) return done;
      await proposals.decide(proposalId, "confirmed", operator, Number(done.after.seq));
      return done;
    },
  };
}

function isLimitCommand(command: Command): command is LimitCommand {
  return (LIMIT_COMMANDS as readonly string[]).includes(command.kind);
}

type Applied = { readonly after: AuditFacts; readonly note: string } | Refusal;

async function announce({ engine }: Ports, setting: string, command: AnnounceSetting): Promise<Applied> {
  const { executed, events } = await engine.execute(command);
  if (executed.error !== undefined) return refusedByExchange(executed.error);
  const { seq } = executed;
  const announced = events.find((event) => event.kind === "setting-announced");
  return announced === undefined
    ? { after: { seq }, note: `This change of ${setting} is already announced.` }
    : {
        after: { seq, from: timeOf(announced.fromMs) },
        note: `The change of ${setting} was announced with command ${seq} and takes effect at ${timeOf(announced.fromMs)}.`,
      };
}

async function apply({ engine, listings }: Ports, setting: string, command: Command): Promise<Applied> {
  const { executed, events } = await engine.execute(command);
  if (executed.error !== undefined) return refusedByExchange(executed.error);
  const { seq } = executed;
  const changed = events.find((event) => event.kind === "setting-changed");
  return changed === undefined
    ? { after: { seq }, note: `The setting ${setting} already had this value.` }
    : {
        after: {
          seq,
          version: changed.version,
          value: JSON.stringify(formatSettingValue(setting, changed.value, listings)),
        },
        note: `The setting ${setting} is at version ${changed.version}, starting with command ${seq}.`,
      };
}

function factsOf(before: SettingState | undefined): AuditFacts {
  return before === undefined
    ? { version: 0 }
    : { version: before.version, value: JSON.stringify(before.value) };
}
