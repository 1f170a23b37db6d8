import type { IncomingMessage, ServerResponse } from "node:http";
import { answerUnavailable } from "../gateway/answer-unavailable.ts";
import { BINANCE, bodyOf } from "./binance-error.ts";
import { isBinancePath } from "./foreign/foreign-prefixes.ts";

/**
 * Answers a request that no call has answered with 503, in the form of the API that it is for.
 * @param outcome what has become of it
 */
export function answerClientsUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: "not-executed" | "unknown" = "not-executed",
): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (!isBinancePath(path)) return answerUnavailable(request, response, outcome);
  const refusal = outcome === "unknown" ? BINANCE.outcomeUnknown() : BINANCE.unavailable();
  const text = JSON.stringify(bodyOf(refusal));
  response.writeHead(refusal.status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(refusal.retrySeconds),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
