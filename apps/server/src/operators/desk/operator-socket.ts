import { chmodSync, mkdtempSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { z } from "zod";
import {
  AUDIT_HEAD,
  MAX_SOCKET_PATH_BYTES,
  type OperatorReply,
  type OperatorRequest,
  operatorSocketPath,
  Refusal,
} from "../protocol/operator-messages.ts";
import type { OperatorDesk } from "./operator-desk.ts";

/** An article in all languages is the largest thing that is said in one request. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024;
const IDLE_MS = 30_000;
const OWNER_ONLY_MODE = 0o600;
const NURSERY = "op-";

const requestSchema = z.strictObject({
  operator: z.string().max(100),
  command: z.string().max(100),
  target: z.string().max(300),
  reason: z.string().max(2_000),
  flags: z.array(z.string().max(40)).max(20),
  input: z.record(z.string(), z.unknown()).optional(),
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
 * Listens for operators' commands on a socket in the home directory that its owner alone can open: whoever runs the
 * server's account is an operator. One line of JSON in, one out.
 */
export function listenForOperators(
  home: string,
  desk: OperatorDesk,
  log: OperatorSocketLog,
): Promise<OperatorSocket | undefined> {
  const file = operatorSocketPath(home);
  if (Buffer.byteLength(file) > MAX_SOCKET_PATH_BYTES) {
    log.warn(`no operator's command line: ${file} is too long for a socket; choose a shorter CANDOR_HOME`);
    return Promise.resolve(undefined);
  }
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
    serve(connection, desk, log);
  });
  // Made in a directory that nobody else can enter, so that it is at no moment open to others.
  const nursery = mkdtempSync(path.join(home, NURSERY));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path.join(nursery, "s"), () => {
      chmodSync(path.join(nursery, "s"), OWNER_ONLY_MODE);
      // In the place of what a server left that was killed: the home has one server at a time.
      renameSync(path.join(nursery, "s"), file);
      rmdirSync(nursery);
      resolve({ close: () => closeServer(server, connections, file) });
    });
  });
}

function closeServer(server: Server, connections: ReadonlySet<Socket>, file: string): Promise<void> {
  rmSync(file, { force: true });
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of connections) connection.destroy();
  });
}

function serve(connection: Socket, desk: OperatorDesk, log: OperatorSocketLog): void {
  let text = "";
  connection.setEncoding("utf8").setTimeout(IDLE_MS, () => connection.destroy());
  connection.on("error", () => connection.destroy()); // the command line was stopped; nothing to tell it
  connection.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_REQUEST_BYTES) connection.destroy();
    const end = text.indexOf("\n");
    if (end < 0) return;
    connection.pause();
    void answer(desk, text.slice(0, end), log).then((reply) => connection.end(`${JSON.stringify(reply)}\n`));
  });
}

async function answer(desk: OperatorDesk, line: string, log: OperatorSocketLog): Promise<OperatorReply> {
  const request = requestSchema.safeParse(parseJson(line));
  if (!request.success) return { ok: false, problem: "This is no request of an operator." };
  if (request.data.command === AUDIT_HEAD) return { ok: true, note: "", rows: [{ ...desk.auditHead }] };
  try {
    const outcome = await desk.perform(withoutAbsent(request.data), "command-line");
    return outcome instanceof Refusal ? { ok: false, problem: outcome.problem } : { ok: true, ...outcome };
  } catch (error) {
    log.error({ err: error, command: request.data.command }, "an operator's command failed");
    return { ok: false, problem: "The server failed. Its log says why." };
  }
}

/** With exact optional fields, what is absent is not there at all. */
function withoutAbsent({ input, ...request }: z.output<typeof requestSchema>): OperatorRequest {
  return input === undefined ? request : { ...request, input };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then says what was expected
  }
}
