import { readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import { CATALOGUES, fillMessage } from "@candor/wire/translations/messages";
import type { FastifyInstance } from "fastify";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import { escapeHtml } from "../../people/identity/mail-and-sms/escape-html.ts";
import type { LocalOutbox, OutboxMessage } from "../../people/identity/mail-and-sms/local-outbox.ts";
import type { GatewayOptions, Ports } from "./dependencies.ts";
import { OutboxGate } from "./outbox-gate.ts";
import { headerOf } from "./read-payload.ts";

const TOKENS_FILE = path.resolve(import.meta.dirname, "../../../../../packages/ui/src/tokens.css");
const PAGE_FILE = path.join(import.meta.dirname, "outbox-page", "outbox.css");
const SHOWN = 100;
const REFRESH_SECONDS = 3;
/** A code at the end of a line, where there is never an amount. */
const CODE = /(?<=[:：] ?)[0-9]{6}$/m;

/**
 * Serves `/outbox`: the sandbox's emails and text messages on a plain page without scripts. It shows everyone's codes,
 * so a browser without the printed link only sees where to find it.
 */
export function serveOutbox(
  pages: FastifyInstance,
  { identity }: Ports<"identity">,
  options: GatewayOptions,
): void {
  const gate = new OutboxGate(options);
  if (!gate.exists) return;
  const styles = pageStyles();
  pages.get<{ Querystring: { readonly token?: unknown } }>("/outbox", (request, reply) => {
    const { token } = request.query;
    // Redirects at once to remove the token from the address bar and history.
    if (typeof token === "string" && gate.enter(request, reply, token)) return reply.redirect("/outbox", 303);
    const language = negotiateLanguage(undefined, null, headerOf(request, "accept-language"));
    const mayRead = gate.admits(request);
    return reply
      .code(mayRead ? 200 : 403)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-language", LANGUAGE_TAGS[language])
      .send(mayRead ? page(identity.outbox, language) : closedPage(language));
  });
  pages.get("/outbox/outbox.css", (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(styles),
  );
}

/** The app's own design tokens; dark mode follows the system, because a page without scripts has no other setting. */
function pageStyles(): string {
  const tokens = readFileSync(TOKENS_FILE, "utf8");
  const night = /\[data-theme="night"\]\s*\{([^}]*)\}/.exec(tokens)?.[1];
  if (night === undefined) throw new Error(`${TOKENS_FILE} has no night theme`);
  return `${tokens}\n@media (prefers-color-scheme: dark) {\n:root {${night}}\n}\n${readFileSync(PAGE_FILE, "utf8")}`;
}

function page(outbox: LocalOutbox, language: Language): string {
  const texts = CATALOGUES[language].outboxPage;
  const messages = outbox.list(SHOWN);
  const body =
    messages.length === 0
      ? `<div class="empty"><p>${escapeHtml(texts.empty)}</p><p class="muted">${escapeHtml(texts.emptyNote)}</p></div>`
      : `<ol>${messages.map((message) => row(message, language)).join("")}</ol>`;
  const refresh = `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`;
  return document(language, `${texts.note} ${texts.refresh}`, body, refresh);
}

function closedPage(language: Language): string {
  return document(language, CATALOGUES[language].outboxPage.locked, "", "");
}

function document(language: Language, note: string, body: string, head: string): string {
  const texts = CATALOGUES[language].outboxPage;
  return [
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${head}<meta name="robots" content="noindex">`,
    `<title>${escapeHtml(texts.title)} · Candor</title><link rel="icon" href="data:,">`,
    '<link rel="stylesheet" href="/outbox/outbox.css"></head><body><main>',
    `<header><h1>${escapeHtml(texts.title)}</h1><a href="/">${escapeHtml(texts.site)}</a></header>`,
    `<p class="note">${escapeHtml(note)}</p>`,
    body,
    "</main></body></html>",
  ].join("");
}

/** As the app writes times, but in UTC: this server does not know where the reader is. */
function timeText(timeMs: number, language: Language): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  });
  return `${format.format(timeMs)} UTC`;
}

function row({ to, channel, subject, text, timeMs }: OutboxMessage, language: Language): string {
  const texts = CATALOGUES[language].outboxPage;
  const code = CODE.exec(text)?.[0];
  const time = new Date(timeMs).toISOString();
  const kind = channel === "ems" ? texts.mail : texts.phone;
  return [
    '<li><div class="head">',
    `<span class="kind">${escapeHtml(kind)}</span>`,
    `<span class="to">${escapeHtml(fillMessage(texts.to, { address: to }))}</span>`,
    `<time datetime="${time}">${escapeHtml(timeText(timeMs, language))}</time></div>`,
    `<h2>${escapeHtml(subject)}</h2>`,
    code === undefined
      ? ""
      : `<p class="code"><span class="muted">${escapeHtml(texts.code)}</span> <output>${code}</output></p>`,
    `<pre>${escapeHtml(text)}</pre></li>`,
  ].join("");
}
