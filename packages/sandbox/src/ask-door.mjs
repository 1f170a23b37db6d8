import { request } from "node:http";
import path from "node:path";

const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Sends a request to a sandbox's socket in its home, which only its owner can open.
 * @returns the reply's JSON; throws the server's reason if it refuses
 */
export async function askDoor(home, method, at, json, timeoutMs = ANSWER_TIMEOUT_MS) {
  const { status, text } = await send(path.join(home, "sandbox.sock"), method, at, json, timeoutMs);
  const reply = JSON.parse(text);
  if (status !== 200 && status !== 201) throw new Error(`Candor: ${reply.problem ?? `HTTP ${status}`}`);
  return reply;
}

function send(socketPath, method, at, json, timeoutMs) {
  return new Promise((resolve, reject) => {
    const body = json === undefined ? "" : JSON.stringify(json);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request({ socketPath, path: at, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error("Candor: the sandbox did not answer")));
    sent.once("error", reject);
    sent.end(body);
  });
}
