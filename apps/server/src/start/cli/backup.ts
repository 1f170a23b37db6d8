import { existsSync } from "node:fs";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { readEnvironment } from "../../config/environment.ts";
import { isFounded } from "../../config/instance.ts";
import { type Backup, backupHome, prepareTarget } from "../../engine/home/backup/backup-home.ts";
import { pointOfStopped } from "../../engine/home/backup/point-of-stopped.ts";
import { assertNoIncompleteBackup } from "../../engine/home/incomplete-backup.ts";
import { type Manifest, manifestSchema } from "../../engine/home/manifest.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { AuditLog, type AuditRecord } from "../../kit/durable/audit-log.ts";
import { isMirror } from "../../kit/journal-database/home-identity.ts";
import { askServer, NoServerError } from "../../operators/desk/operator-client.ts";
import {
  AUDIT_HEAD,
  BACKUP_ACTION,
  BACKUP_REQUESTS,
  type JsonObject,
  type OperatorResult,
} from "../../operators/protocol/operator-messages.ts";

export interface BackupRequest {
  /** CANDOR_HOME */
  readonly home: string;
  readonly target: string;
  readonly operator: string;
  readonly withSeed: boolean;
  /** A complete earlier backup on the same disk as the target. */
  readonly since: string | undefined;
}

/** Takes points of the home, and records in its audit log who copies it and how that ended. */
interface Source {
  takePoint(): Promise<Manifest>;
  begin(): Promise<void>;
  done(seq: number): Promise<void>;
  failed(problem: string): Promise<void>;
  close(): void;
}

/** Copies the home, whether its server runs or is stopped. @returns what was done, as lines */
export async function backUp(request: BackupRequest): Promise<readonly string[]> {
  const { home, withSeed } = request;
  const since = request.since === undefined ? undefined : path.resolve(request.since);
  if (since !== undefined) assertNoIncompleteBackup(since);
  const target = path.resolve(request.target);
  const { keyFile } = readEnvironment({ ...process.env, CANDOR_HOME: home });
  if (!isFounded(home)) throw new Error(`no exchange in ${home}`);
  // The cores of a cluster share a key outside of their homes.
  if (isMirror(home) && !existsSync(path.join(home, "keys", "sealing.key"))) throw isOfNode(home);
  assertNoIncompleteBackup(home);
  const source = await openSource({ ...request, target }, keyFile);
  try {
    prepareTarget(home, target);
    await source.begin();
    const takePoint = (): Promise<Manifest> => source.takePoint();
    const backup = await backupHome({ home, keyFile, target, withSeed, since, takePoint }).catch(
      async (error: unknown) => {
        await source.failed(error instanceof Error ? error.message : String(error));
        throw error;
      },
    );
    await source.done(backup.manifest.exchange.records);
    return linesOf(target, keyFile, backup);
  } finally {
    source.close();
  }
}

const isOfNode = (home: string): Error =>
  new Error(
    `${home} belongs to a node of a cluster and is a copy of its database. Back up the database with pgBackRest, and ` +
      "the sealing key and the signer's home by hand: docs/cluster.md, Backup and point-in-time recovery",
  );

async function openSource(request: BackupRequest, keyFile: string): Promise<Source> {
  const online = new OnlineSource(request);
  try {
    await online.isThere();
    return online;
  } catch (error) {
    if (!(error instanceof NoServerError)) throw error;
    if (isMirror(request.home)) throw isOfNode(request.home);
    return new StoppedSource(request, keyFile);
  }
}

/** A running server: it takes the points and writes the audit log. */
class OnlineSource implements Source {
  private readonly request: BackupRequest;
  /** Number of the audit log's entry that began this. */
  private begun = 0;

  constructor(request: BackupRequest) {
    this.request = request;
  }

  async isThere(): Promise<void> {
    await this.ask(AUDIT_HEAD);
  }

  async begin(): Promise<void> {
    const { rows } = await this.ask(BACKUP_REQUESTS.begin);
    this.begun = Number(rows[0]?.number ?? 0);
  }

  async takePoint(): Promise<Manifest> {
    const { data } = await this.ask(BACKUP_REQUESTS.point);
    return manifestSchema.parse(data);
  }

  async done(seq: number): Promise<void> {
    await this.ask(BACKUP_REQUESTS.done, { begun: this.begun, seq });
  }

  async failed(problem: string): Promise<void> {
    try {
      await this.ask(BACKUP_REQUESTS.failed, { begun: this.begun, problem });
    } catch (error) {
      // The first error is the one to report.
      console.error(
        `The audit log of ${this.request.home} has no entry about this failure: ${String(error)}`,
      );
    }
  }

  close(): void {}

  private async ask(command: string, input?: JsonObject): Promise<OperatorResult> {
    const { home, operator, target } = this.request;
    const question = { operator, command, target, reason: "", flags: [] };
    const reply = await askServer(home, input === undefined ? question : { ...question, input });
    if (!reply.ok) throw new Error(reply.problem);
    return reply;
  }
}

/** A home without a server, locked against a start. */
class StoppedSource implements Source {
  private readonly request: BackupRequest;
  private readonly keyFile: string;
  private readonly lock: DirectoryLock;
  private begun: number | undefined;

  constructor(request: BackupRequest, keyFile: string) {
    this.request = request;
    this.keyFile = keyFile;
    this.lock = DirectoryLock.acquire(exchangeHome(request.home).journalDirectory);
  }

  takePoint(): Promise<Manifest> {
    return Promise.resolve(pointOfStopped(this.request.home, this.keyFile));
  }

  begin(): Promise<void> {
    return this.note({ phase: "begun" });
  }

  done(seq: number): Promise<void> {
    return this.note({ phase: "done", after: { seq } });
  }

  failed(problem: string): Promise<void> {
    return this.note({ phase: "failed", problem });
  }

  close(): void {
    this.lock.release();
  }

  private note(outcome: Pick<AuditRecord, "phase" | "after" | "problem">): Promise<void> {
    const { home, operator, target } = this.request;
    const audit = AuditLog.open(home, Date.now);
    try {
      const begun = this.begun === undefined ? {} : { begun: this.begun };
      this.begun = audit.append({
        operator,
        action: BACKUP_ACTION,
        target,
        reason: "",
        ...outcome,
        ...begun,
      }).number;
    } finally {
      audit.close();
    }
    return Promise.resolve();
  }
}

function linesOf(
  target: string,
  keyFile: string,
  { manifest, stores, files, attempts, withoutKey }: Backup,
): string[] {
  const { exchange, writtenAtMs, backup } = manifest;
  const count = (number: number): string => number.toLocaleString("en");
  return [
    `Moment      ${new Date(writtenAtMs).toISOString()}, after command ${count(exchange.records)}`,
    `Copied      the exchange's journal, ${count(stores)} other stores, ${count(files)} keys, pictures and trees`,
    ...(attempts > 1 ? [`            the server replaced files meanwhile; this is point ${attempts}`] : []),
    "Checked     every checksum, link and file of the copy",
    ...(withoutKey ? [`Key         not included: keep your own copy of ${keyFile}`] : []),
    ...(backup?.withoutSeed === true
      ? ["Seed        not included: keep your own copy of signer/seed, or repeat with --with-seed"]
      : []),
    `Complete    ${target}`,
  ];
}
