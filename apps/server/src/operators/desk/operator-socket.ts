import { createServer, type Server, type Socket } from "node:net";
import { json } from "@candor/wire/primitives";
import { z } from "zod";
import { isSocketPath, listenPrivately } from "../../kit/private-socket.ts";
import {
  AUDIT_HEAD,
  type OperatorReply,
  type OperatorRequest,
  operatorSocketPath,
  Refusal,
} from "../protocol/operator-messages.ts";
import type { BackupRequests } from "./backup-requests.ts";
import type { OperatorDesk } from "./operator-desk.ts";

/** The largest request is an article in all languages. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024;
const IDLE_MS = 30_000;

const requestSchema = z.strictObject({
  operator: z.string().max(100),
  command: z.string().max(100),
  target: z.string().max(300),
  reason: z.string().max(2_000),
  flags: z.array(z.string().max(40)).max(20),
  input: z.record(z.string(), json).optional(),
});

export interface OperatorSocketLog {
  info(message: string): void;
  warn(message: string): void;
  error(details: object, message: string): void;
}

export interface OperatorSocket {
  close(): Promise<void>;
}

/**
 * Listens for operators' commands on a socket in the home directory that only its owner can open: anyone with the
 * server's account is an operator. One line of JSON in, one out.
 */
export async function listenForOperators(
  home: string,
  desk: OperatorDesk,
  backups: BackupRequests,
  log: OperatorSocketLog,
): Promise<OperatorSocket | undefined> {
  const file = operatorSocketPath(home);
  if (!isSocketPath(file)) {
    log.warn(
      `operator command line disabled: ${file} is too long for a socket; choose a shorter CANDOR_HOME`,
    );
    return undefined;
  }
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
    serve(connection, { desk, backups }, log);
  });
  const removeFile = await listenPrivately(server, file);
  return { close: () => closeServer(server, connections, removeFile) };
}

function closeServer(
  server: Server,
  connections: ReadonlySet<Socket>,
  removeFile: () => void,
): Promise<void> {
  removeFile();
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of connections) connection.destroy();
  });
}

interface Answering {
  readonly desk: OperatorDesk;
  readonly backups: BackupRequests;
}

function serve(connection: Socket, answering: Answering, log: OperatorSocketLog): void {
  let text = "";
  connection.setEncoding("utf8").setTimeout(IDLE_MS, () => connection.destroy());
  connection.on("error", () => connection.destroy()); // The command line was stopped, so there is nobody to answer.
  connection.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_REQUEST_BYTES) connection.destroy();
    const end = text.indexOf("\n");
    if (end < 0) return;
    connection.pause();
    void answer(answering, text.slice(0, end), log).then((reply) =>
      connection.end(`${JSON.stringify(reply)}\n`),
    );
  });
}

async function answer(
  { desk, backups }: Answering,
  line: string,
  log: OperatorSocketLog,
): Promise<OperatorReply> {
  const request = requestSchema.safeParse(parseJson(line));
  if (!request.success) return { ok: false, problem: "This is not an operator request." };
  if (request.data.command === AUDIT_HEAD) return { ok: true, note: "", rows: [{ ...desk.auditHead }] };
  try {
    const known = withoutAbsent(request.data);
    const outcome = (await backups.answer(known)) ?? (await desk.perform(known, "command-line"));
    return outcome instanceof Refusal ? { ok: false, problem: outcome.problem } : { ok: true, ...outcome };
  } catch (error) {
    log.error({ err: error, command: request.data.command }, "operator command failed");
    return { ok: false, problem: "The server failed. See its log for the reason." };
  }
}

/** With exact optional fields, an absent field must not be set to `undefined`. */
function withoutAbsent({ input, ...request }: z.output<typeof requestSchema>): OperatorRequest {
  return input === undefined ? request : { ...request, input };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema then reports what was expected.
  }
}
