import { isDeepStrictEqual } from "node:util";
import type { Command } from "@candor/protocol/commands";
import type { SettingState } from "@candor/protocol/engine-port";
import type { SettingValue } from "@candor/protocol/setting-events";
import { SITE_SETTING } from "@candor/protocol/setting-names";
import { allSettings } from "../settings/configured-settings.ts";
import { valueForPeople } from "../settings/endowment-value.ts";
import { raisedLimits } from "../settings/raised-limits.ts";
import { readSetting } from "../settings/setting-forms.ts";
import type { AuditFacts } from "./audit-log.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import { type AskedRequest, Refusal, type Row } from "./operator-messages.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { COMMAND_ROLES } from "./roles.ts";
import { timeOf } from "./time-of.ts";
import { confirmable, refusesAlone, refusesUnproven } from "./two-people.ts";

type Ports = Pick<OperatorPorts, "engine" | "listings" | "chains" | "settings" | "operators" | "nowMs">;

const MAX_VERSIONS = 50;

/** What is set, and setting it: by one person, and where a limit is raised by two. */
export function settingCommands(ports: Ports) {
  return {
    "setting list": { kind: "read", read: () => list(ports) },
    "setting history": { kind: "read", read: ({ target }) => history(ports, target) },
    "setting set": { kind: "act", plan: (request) => plan(ports, request) },
    "setting confirm": { kind: "act", plan: (request) => confirm(ports, request) },
  } as const satisfies Record<string, OperatorCommand>;
}

async function list(ports: Ports) {
  const by = await ports.settings.setBy();
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
    value: valueForPeople(name, version.value, ports.listings),
  }));
  const versions = set.length > 0 ? set : settingsOf(ports).filter(({ setting }) => setting === name);
  if (versions.length === 0) return new Refusal(`"${name}" was never set`);
  const by = await settings.setBy();
  return { note: "", rows: versions.map((version) => rowOf(version, by)), data: versions };
}

function rowOf(state: SettingState, by: ReadonlyMap<number, string>): Row {
  return {
    setting: state.setting,
    version: state.version,
    seq: state.seq,
    since: state.version === 0 ? "" : timeOf(state.setAtMs),
    by: state.version === 0 ? "configuration" : (by.get(state.seq) ?? "founding"),
    value: JSON.stringify(state.value),
  };
}

/** `NAME`, or `NAME@VERSION`: only over that version. */
function plan(ports: Ports, request: AskedRequest): PlannedAction | Refusal {
  const { mode, proposals } = ports.settings;
  const [setting = "", version, ...more] = request.target.split("@");
  if (setting === SITE_SETTING) return new Refusal("say site open or site close");
  const reading = readSetting(setting, request.input, ports, mode);
  if ("problem" in reading) return new Refusal(reading.problem);
  const before = settingsOf(ports).find((each) => each.setting === setting);
  if (more.length > 0 || (version !== undefined && version !== String(before?.version ?? 0)))
    return new Refusal(`${setting} is at version ${before?.version ?? 0} by now: look again`);
  // The reading has found it to be JSON of the setting's own form.
  const value = request.input as SettingValue;
  if (isDeepStrictEqual(before?.value, value)) return new Refusal(`${setting} is so already`);
  const raises = raisedLimits(setting, before?.value, value);
  if (raises.length === 0)
    return { target: setting, before: factsOf(before), act: () => apply(ports, setting, reading.command) };
  const refusal =
    refusesUnproven(request) ?? refusesAlone(ports.operators, request, COMMAND_ROLES["setting confirm"]);
  if (refusal !== undefined) return new Refusal(`it raises ${raises.join(", ")}: ${refusal.problem}`);
  const act = {
    kind: "setting",
    setting,
    baseVersion: before?.version ?? 0,
    value,
    ...(before !== undefined && { before: before.value }),
    raises,
  } as const;
  return {
    target: setting,
    before: factsOf(before),
    act: async (operator) => {
      const proposal = await proposals.propose(act, operator, request.reason.trim());
      return {
        after: { proposal, value: JSON.stringify(value) },
        note: `proposal ${proposal}: it raises ${raises.join(", ")} and waits for another operator`,
      };
    },
  };
}

function confirm(ports: Ports, request: AskedRequest): PlannedAction | Refusal {
  const { mode, proposals } = ports.settings;
  const proposal = confirmable(ports, request, "setting");
  if (proposal instanceof Refusal) return proposal;
  const { act, proposalId, proposedBy } = proposal;
  if (act.kind !== "setting") throw new Error(`proposal ${proposalId} is no setting`);
  const before = settingsOf(ports).find(({ setting }) => setting === act.setting);
  // Carried out and not noted, because the process ended in between: noted now.
  const isDone = isDeepStrictEqual(before?.value, act.value);
  if ((before?.version ?? 0) !== act.baseVersion && !isDone)
    return new Refusal(`${act.setting} was set since it was proposed: refuse it and propose it anew`);
  const reading = readSetting(act.setting, act.value, ports, mode);
  if ("problem" in reading) return new Refusal(reading.problem);
  return {
    target: request.target,
    before: { proposedBy, setting: act.setting, ...factsOf(before) },
    act: async (operator) => {
      const done = await apply(ports, act.setting, reading.command);
      if (done instanceof Refusal) return done;
      await proposals.decide(proposalId, "confirmed", operator, Number(done.after.seq));
      return done;
    },
  };
}

async function apply(
  { engine, listings }: Ports,
  setting: string,
  command: Command,
): Promise<{ readonly after: AuditFacts; readonly note: string } | Refusal> {
  const { executed, events } = await engine.execute(command);
  if (executed.error !== undefined) return new Refusal(`the exchange refused it: ${executed.error}`);
  const { seq } = executed;
  const changed = events.find((event) => event.kind === "setting-changed");
  return changed === undefined
    ? { after: { seq }, note: `${setting}: nothing to change` }
    : {
        after: {
          seq,
          version: changed.version,
          value: JSON.stringify(valueForPeople(setting, changed.value, listings)),
        },
        note: `${setting}: version ${changed.version} from command ${seq} on`,
      };
}

function factsOf(before: SettingState | undefined): AuditFacts {
  return before === undefined
    ? { version: 0 }
    : { version: before.version, value: JSON.stringify(before.value) };
}
