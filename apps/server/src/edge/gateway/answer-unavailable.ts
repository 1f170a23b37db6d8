import type { IncomingMessage, ServerResponse } from "node:http";
import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import { errorNumber } from "@candor/domain/errors/errors";
import { messageOf } from "@candor/wire/translations/messages";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import { encodeReply } from "./envelope.ts";

const ERROR = "system.unavailable";
const RETRY_SECONDS = 1;
const SECOND_MS = 1_000;

/** Answers a request that reached no call with the wire's 503. */
export function answerUnavailable({ headers }: IncomingMessage, response: ServerResponse): void {
  const language = negotiateLanguage(textOf(headers.lang), null, headers["accept-language"]);
  const seconds = Math.floor(Date.now() / SECOND_MS);
  const text = encodeReply(errorNumber(ERROR), messageOf(ERROR, language), seconds, { error: ERROR });
  response.writeHead(503, {
    "content-type": "application/json; charset=utf-8",
    "content-language": LANGUAGE_TAGS[language],
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
