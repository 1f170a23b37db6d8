import type { Manifest } from "../../engine/home/manifest.ts";
import { AuditLog } from "../../kit/durable/audit-log.ts";
import { BackupRequests } from "./backup-requests.ts";
import { DemoReviewer } from "./demo-reviewer.ts";
import { OperatorDesk } from "./operator-desk.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { listenForOperators, type OperatorSocketLog } from "./operator-socket.ts";

export interface OperatorOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly ports: OperatorPorts;
  /** In sandbox mode: a program reviews verifications instead of people. */
  readonly demoReviewer: boolean;
  readonly demoDelayMs?: number;
  /** Returns the positions of all stores at one moment, for a backup. */
  readonly takePoint: () => Promise<Manifest>;
  readonly nowMs: () => number;
  readonly log: OperatorSocketLog;
}

export interface Operators {
  readonly desk: OperatorDesk;
  close(): Promise<void>;
}

/** Throws JournalCorruptError if an entry of the audit log was altered. */
export async function openOperators(options: OperatorOptions): Promise<Operators> {
  const { home, ports, log } = options;
  const audit = AuditLog.open(home, options.nowMs);
  try {
    const desk = new OperatorDesk(ports, audit, ({ phase, operator, action }, { number, hash }) =>
      log.info(`audit ${number}:${hash} ${phase}, ${action} by ${operator}`),
    );
    const socket = await listenForOperators(home, desk, new BackupRequests(desk, options.takePoint), log);
    const reviewer = options.demoReviewer ? startReviewer(options, desk) : undefined;
    return {
      desk,
      async close() {
        reviewer?.stop();
        await socket?.close();
        await desk.idle();
        audit.close();
      },
    };
  } catch (error) {
    audit.close();
    throw error;
  }
}

function startReviewer({ ports, log, demoDelayMs }: OperatorOptions, desk: OperatorDesk): DemoReviewer {
  log.warn("a demo reviewer decides verifications by fixed rules: nobody checks the documents");
  const reviewer = new DemoReviewer({
    verification: ports.verification,
    uploads: ports.uploads,
    desk,
    ...(demoDelayMs === undefined ? {} : { delayMs: demoDelayMs }),
    onProblem: (problem) => log.error({ err: problem }, "the demo reviewer could not decide a verification"),
  });
  reviewer.start();
  return reviewer;
}
