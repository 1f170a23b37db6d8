import { existsSync } from "node:fs";
import { connect } from "node:net";
import {
  type OperatorReply,
  type OperatorRequest,
  operatorSocketPath,
} from "../protocol/operator-messages.ts";

/** Timeout for the server's answer. */
const ANSWER_TIMEOUT_MS = 60_000;

/** No server is running on this home. */
export class NoServerError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "NoServerError";
  }
}

/** Sends a request to the server running on this home. Rejects with NoServerError if there is none. */
export function askServer(home: string, request: OperatorRequest): Promise<OperatorReply> {
  const file = operatorSocketPath(home);
  if (!existsSync(file)) return Promise.reject(new NoServerError(`no server is running on ${home}`));
  return new Promise((resolve, reject) => {
    let text = "";
    const connection = connect(file, () => connection.write(`${JSON.stringify(request)}\n`));
    connection.setEncoding("utf8").setTimeout(ANSWER_TIMEOUT_MS, () => {
      connection.destroy(new NoServerError("the server did not answer"));
    });
    connection.on("data", (chunk: string) => (text += chunk));
    connection.once("error", (error: NodeJS.ErrnoException) => {
      const gone = error.code === "ECONNREFUSED" || error.code === "ENOENT";
      reject(gone ? new NoServerError(`no server is running on ${home}`) : new NoServerError(error.message));
    });
    connection.once("end", () => {
      if (text === "") reject(new NoServerError("the server exited without an answer"));
      else resolve(JSON.parse(text) as OperatorReply);
    });
  });
}
