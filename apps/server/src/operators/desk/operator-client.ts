import { existsSync } from "node:fs";
import { connect } from "node:net";
import {
  type OperatorReply,
  type OperatorRequest,
  operatorSocketPath,
} from "../protocol/operator-messages.ts";

/** A server that has not answered by then will not. */
const ANSWER_TIMEOUT_MS = 60_000;

/** No server answers for this home. */
export class NoServerError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "NoServerError";
  }
}

/** Asks the server that runs on this home. Rejects with NoServerError when there is none. */
export function askServer(home: string, request: OperatorRequest): Promise<OperatorReply> {
  const file = operatorSocketPath(home);
  if (!existsSync(file)) return Promise.reject(new NoServerError(`no server runs on ${home}`));
  return new Promise((resolve, reject) => {
    let text = "";
    const connection = connect(file, () => connection.write(`${JSON.stringify(request)}\n`));
    connection.setEncoding("utf8").setTimeout(ANSWER_TIMEOUT_MS, () => {
      connection.destroy(new NoServerError("the server did not answer"));
    });
    connection.on("data", (chunk: string) => (text += chunk));
    connection.once("error", (error: NodeJS.ErrnoException) => {
      const gone = error.code === "ECONNREFUSED" || error.code === "ENOENT";
      reject(gone ? new NoServerError(`no server runs on ${home}`) : new NoServerError(error.message));
    });
    connection.once("end", () => {
      if (text === "") reject(new NoServerError("the server ended without an answer"));
      else resolve(JSON.parse(text) as OperatorReply);
    });
  });
}
