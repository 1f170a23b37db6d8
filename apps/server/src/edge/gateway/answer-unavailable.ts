import type { IncomingMessage, ServerResponse } from "node:http";
import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import { errorNumber } from "@candor/domain/errors/errors";
import { messageOf } from "@candor/wire/translations/messages";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import { encodeReply } from "./envelope.ts";

/** Clients may repeat a call that was not executed at once. Before they repeat the other kind, they must look. */
const ANSWERS = {
  "not-executed": { error: "system.unavailable", params: { executed: false } },
  unknown: { error: "system.outcomeUnknown" },
} as const;

const RETRY_SECONDS = 1;
const SECOND_MS = 1_000;

/**
 * Answers a request that no call has answered.
 * @param outcome what has become of it
 */
export function answerUnavailable(
  { headers }: IncomingMessage,
  response: ServerResponse,
  outcome: keyof typeof ANSWERS = "not-executed",
): void {
  const { [outcome]: data } = ANSWERS;
  const status = errorNumber(data.error);
  const language = negotiateLanguage(textOf(headers.lang), null, headers["accept-language"]);
  const seconds = Math.floor(Date.now() / SECOND_MS);
  const text = encodeReply(status, messageOf(data.error, language), seconds, data);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-language": LANGUAGE_TAGS[language],
    "cache-control": "no-store",
    ...(outcome === "not-executed" && { "retry-after": String(RETRY_SECONDS) }),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
