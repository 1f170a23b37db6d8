import { LIMITS } from "@candor/domain/limits";
import { BY_SERVER_ACCOUNT } from "@candor/domain/setting-limits";
import type { ProposedAct } from "../proposals/proposal-records.ts";
import { type ChannelRequest, Refusal, type Row } from "../protocol/operator-messages.ts";
import { COMMAND_ROLES } from "../protocol/roles.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { confirmable, refusesAlone } from "./two-people.ts";

type Ports = Pick<OperatorPorts, "clock" | "operators" | "nowMs"> & {
  readonly settings: Pick<OperatorPorts["settings"], "proposals">;
};
type AcceptedJump = Extract<ProposedAct, { readonly kind: "clock" }>;

/** In the console, a larger jump must be accepted by two people. */
const TWO_ABOVE_MS = 24 * 3_600_000;
/** Two operators may look at the same jump at different times; their values differ by less than this. */
const SAME_JUMP_MS = 60_000;

/** Commands for a system clock that jumped, see docs/recovery.md. */
export function clockCommands(ports: Ports) {
  return {
    "clock show": { kind: "read", read: () => ({ note: "", rows: [rowOf(ports.clock)] }) },
    "clock accept": { kind: "act", plan: (request) => plan(ports, request) },
    "clock confirm": { kind: "act", plan: (request) => confirm(ports, request) },
  } as const satisfies Record<string, OperatorCommand>;
}

/** The command line needs no second person, because anyone with access to the machine can set its clock. */
function plan(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const jump = heldJump(ports);
  if (jump instanceof Refusal) return jump;
  const { deviationMs } = jump;
  const reason = request.reason.trim();
  if (reason.length > LIMITS.maxReasonLength)
    return new Refusal(`This reason is public: use at most ${LIMITS.maxReasonLength} characters.`);
  if (Math.abs(deviationMs) <= TWO_ABOVE_MS)
    return { target: "", before: { deviationMs }, act: () => accept(ports, deviationMs) };
  return request.via === "console"
    ? propose(ports, request, jump)
    : {
        target: "",
        before: { deviationMs },
        act: async () => {
          const { proposals } = ports.settings;
          const proposal = await proposals.propose(jump, BY_SERVER_ACCOUNT, reason);
          await proposals.decide(proposal, "confirmed", BY_SERVER_ACCOUNT, 0);
          return await accept(ports, deviationMs);
        },
      };
}

function propose(ports: Ports, request: ChannelRequest, jump: AcceptedJump): PlannedAction | Refusal {
  const { operators, settings } = ports;
  const waiting = settings.proposals
    .all()
    .find(({ act, decided }) => decided === undefined && act.kind === "clock" && isSame(act, jump));
  if (waiting !== undefined)
    return new Refusal(
      `Proposal ${waiting.proposalId} is already waiting for this: another operator must confirm it (clock confirm ${waiting.proposalId}).`,
    );
  const alone = refusesAlone(operators, request, COMMAND_ROLES["clock confirm"]);
  if (alone !== undefined)
    return new Refusal(
      `${alone.problem} Or accept the clock on the server's machine: npm run operator -- clock accept.`,
    );
  return {
    target: "",
    before: { deviationMs: jump.deviationMs },
    act: async (operator) => {
      const proposal = await settings.proposals.propose(jump, operator, request.reason.trim());
      return {
        after: { proposal, accepted: false },
        note: `Proposal ${proposal} is waiting for another operator, because the clock jumped by more than a day.`,
      };
    },
  };
}

function confirm(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const proposal = confirmable(ports, request, "clock");
  if (proposal instanceof Refusal) return proposal;
  const { act, proposalId, proposedBy } = proposal;
  if (act.kind !== "clock") throw new Error(`proposal ${proposalId} is not for the clock`);
  const jump = heldJump(ports);
  if (jump instanceof Refusal || !isSame(act, jump))
    return new Refusal(
      `The clock has returned or jumped again since proposal ${proposalId}. Refuse it and check clock show.`,
    );
  return {
    target: request.target,
    before: { proposedBy, deviationMs: jump.deviationMs },
    act: async (operator) => {
      // Decided first, so that the public list never misses an accepted jump.
      await ports.settings.proposals.decide(proposalId, "confirmed", operator, 0);
      return await accept(ports, jump.deviationMs);
    },
  };
}

async function accept({ clock }: Ports, deviationMs: number): ReturnType<PlannedAction["act"]> {
  if (!(await clock.accept(deviationMs)))
    return new Refusal("The clock has returned or jumped again. Check clock show.");
  return { after: { accepted: true, deviationMs }, note: "The exchange's time continues from here." };
}

/** Returns the jump currently held. */
function heldJump({ clock }: Ports): AcceptedJump | Refusal {
  const { isHeld, deviationMs, heldWithSeq } = clock.health();
  return isHeld ? { kind: "clock", deviationMs, heldWithSeq } : new Refusal("No jump of the clock is held.");
}

const isSame = (one: AcceptedJump, other: AcceptedJump): boolean =>
  one.heldWithSeq === other.heldWithSeq && Math.abs(one.deviationMs - other.deviationMs) <= SAME_JUMP_MS;

function rowOf(clock: Ports["clock"]): Row {
  const { isHeld, isAhead, deviationMs } = clock.health();
  return {
    state: isHeld ? "held" : isAhead ? "accepted behind" : "in step",
    clock: new Date().toISOString(),
    deviationSeconds: Math.round(deviationMs / 1_000),
  };
}
