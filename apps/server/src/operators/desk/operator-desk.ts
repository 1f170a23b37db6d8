import { OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { maskContact } from "@candor/text/mask-contact";
import { joinToOneLine } from "@candor/text/visible-text";
import type { AuditFacts, AuditHead, AuditLog, AuditRecord } from "../../kit/durable/audit-log.ts";
import { readAccount } from "../../people/identity/identifier-rules.ts";
import { DEMO_REVIEWER } from "../../people/verification/verification-service.ts";
import { COMMAND_TEXTS, type CommandWords } from "../protocol/command-texts.ts";
import {
  type ChannelRequest,
  type OperatorChannel,
  type OperatorRequest,
  type OperatorResult,
  Refusal,
} from "../protocol/operator-messages.ts";
import { accountCommands } from "./account-commands.ts";
import { addressCommands } from "./address-commands.ts";
import { chainCommands } from "./chain-commands.ts";
import { chatCommands } from "./chat-commands.ts";
import { clockCommands } from "./clock-commands.ts";
import { contentCommands } from "./content-commands.ts";
import { correctionCommands } from "./correction-commands.ts";
import { depositCommands } from "./deposit-commands.ts";
import { operatorAccountCommands } from "./operator-account-commands.ts";
import type { ActCommand, OperatorCommand, ReadCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { settingCommands } from "./setting-commands.ts";
import { siteCommands } from "./site-commands.ts";
import { userCommands } from "./user-commands.ts";
import { verificationCommands } from "./verification-commands.ts";
import { withdrawalCommands } from "./withdrawal-commands.ts";

/** Actor for entries without an operator. OPERATOR_NAME excludes brackets. */
const EXCHANGE = "(exchange)";

/**
 * Returns all commands of operators. None of them sets a price or an outcome, or a balance except as a correction by
 * two people.
 */
function operatorCommands(ports: OperatorPorts): Readonly<Record<CommandWords, OperatorCommand>> {
  return {
    ...verificationCommands(ports),
    ...withdrawalCommands(ports),
    ...addressCommands(ports),
    ...userCommands(ports),
    ...accountCommands(ports),
    ...chainCommands(ports),
    ...depositCommands(ports),
    ...contentCommands(ports),
    ...operatorAccountCommands(ports),
    ...chatCommands(ports),
    ...correctionCommands(ports),
    ...settingCommands(ports),
    ...siteCommands(ports),
    ...clockCommands(ports),
  };
}

type Signed = Pick<AuditRecord, "operator" | "via" | "action" | "target" | "reason">;

/** Executes operators' commands, acts one at a time, and logs who did what, before and after. */
export class OperatorDesk {
  private readonly commands: Readonly<Record<CommandWords, OperatorCommand>>;
  private readonly audit: AuditLog;
  private readonly written: (record: AuditRecord, head: AuditHead) => void;
  private last: Promise<unknown> = Promise.resolve();

  /** @param written called with each entry, so that its hash is in the server's log too */
  constructor(
    ports: OperatorPorts,
    audit: AuditLog,
    written: (record: AuditRecord, head: AuditHead) => void = () => {},
  ) {
    this.commands = operatorCommands(ports);
    this.audit = audit;
    this.written = written;
  }

  get auditHead(): AuditHead {
    return this.audit.head;
  }

  /** Resolves when no act is in progress. */
  async idle(): Promise<void> {
    await this.last;
  }

  /** Executes a person's request. */
  perform(request: OperatorRequest, via: OperatorChannel): Promise<OperatorResult | Refusal> {
    if (!OPERATOR_NAME.test(request.operator) || request.operator.toLowerCase() === DEMO_REVIEWER)
      return Promise.resolve(new Refusal(OPERATOR_NAME_RULE));
    return this.enqueue({ ...request, via });
  }

  /** Logs what operators do with their own console accounts, such as signing in; durable on return. */
  note(operator: string, action: string, problem?: string): void {
    const signed = { operator, via: "console", action, target: "", reason: "" } as const;
    this.write(
      problem === undefined ? { ...signed, phase: "done" } : { ...signed, phase: "refused", problem },
    );
  }

  /** Logs what the exchange itself has published, under a name that no operator can have; durable on return. */
  notePublication(action: string, target: string, after: AuditFacts): void {
    this.write({ operator: EXCHANGE, action, target, reason: "", phase: "done", after });
  }

  /** Logs that someone copies the home, and how that ended; durable on return. */
  noteBackup(record: AuditRecord): AuditHead {
    return this.write(record);
  }

  /** Executes a decision of the sandbox's demo reviewer, under its own name: it can only decide verifications. */
  performAsDemoReviewer(
    request: Omit<OperatorRequest, "operator" | "command"> & {
      readonly command: "verification pass" | "verification refuse";
    },
  ): Promise<OperatorResult | Refusal> {
    return this.enqueue({ ...request, operator: DEMO_REVIEWER, via: "command-line" });
  }

  /** Acts run one at a time. Reads, which may take seconds, neither wait nor block. */
  private enqueue(asked: ChannelRequest): Promise<OperatorResult | Refusal> {
    // Normalized once here: reasons go to the log, to public lists, and to users.
    const request = { ...asked, reason: joinToOneLine(asked.reason) };
    if (!isCommand(request.command))
      return Promise.resolve(new Refusal(`There is no command "${request.command}".`));
    const command = this.commands[request.command];
    if (command.kind === "read") return this.read(command, request);
    const done = this.last.then(() => this.act(command, request));
    this.last = done.catch(() => undefined);
    return done;
  }

  private async read(command: ReadCommand, request: ChannelRequest): Promise<OperatorResult | Refusal> {
    const signed = signedBy(request, request.target);
    // Logged before anything is shown, so that no access is hidden.
    if (command.isAudited === true)
      this.write({ ...signed, phase: "done", after: { shown: request.flags.join(" ") } });
    return await command.read(request);
  }

  private async act(command: ActCommand, request: ChannelRequest): Promise<OperatorResult | Refusal> {
    const plan = isReasonMissing(request)
      ? new Refusal(`The command ${request.command} needs a --reason.`)
      : await command.plan(request);
    if (plan instanceof Refusal) {
      this.write({ ...signedBy(request, request.target), phase: "refused", problem: plan.problem });
      return plan;
    }
    const signed = signedBy(request, plan.target);
    const begun = this.write({ ...signed, phase: "begun", before: plan.before }).number;
    try {
      const done = await plan.act(request.operator);
      if (done instanceof Refusal) {
        this.write({ ...signed, phase: "failed", begun, problem: done.problem });
        return done;
      }
      this.write({ ...signed, phase: "done", begun, before: plan.before, after: done.after });
      return { note: done.note, rows: done.rows ?? [] };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.write({ ...signed, phase: "failed", begun, problem });
      throw error;
    }
  }

  private write(record: AuditRecord): AuditHead {
    const head = this.audit.append(record);
    this.written(record, head);
    return head;
  }
}

/** The log is permanent, so it must not contain a mailbox or phone. */
function signedBy({ operator, via, command, reason }: ChannelRequest, target: string): Signed {
  const account = readAccount(target);
  const isContact = account !== undefined && account.kind !== "username";
  return {
    operator,
    ...(via === "console" ? { via } : {}),
    action: command,
    target: isContact ? maskContact(target) : target,
    reason,
  };
}

function isCommand(words: string): words is CommandWords {
  return Object.hasOwn(COMMAND_TEXTS, words);
}

function isReasonMissing({ command, reason }: ChannelRequest): boolean {
  return isCommand(command) && COMMAND_TEXTS[command].reason === "needed" && reason === "";
}
