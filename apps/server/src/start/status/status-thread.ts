import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { obstacleOf } from "../../edge/gateway/core-status.ts";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";
import { stateOfWriters, WRITER_STATES } from "../../kit/journal-database/writer-messages.ts";
import {
  type FromStatusThread,
  PAGES,
  type Page,
  type PageContent,
  type StatusThreadSettings,
  type ToStatusThread,
} from "./status-messages.ts";

/** The main thread answers within milliseconds, unless it waits for the database. */
const ANSWER_MS = 2_000;
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const owner = parentPort as NonNullable<typeof parentPort>;
const { host, port, writers, role, term, health } = workerData as StatusThreadSettings;
const waiting = new Map<number, (content: PageContent | undefined) => void>();
let nextId = 1;
let lastHealth = health;

const post = (message: FromStatusThread): void => owner.postMessage(message);

/** Returns undefined if the main thread does not answer in time. */
function ask(page: Page): Promise<PageContent | undefined> {
  const id = nextId++;
  return new Promise((resolve) => {
    const settle = (content: PageContent | undefined): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(content);
    };
    const timer = setTimeout(() => settle(undefined), ANSWER_MS);
    waiting.set(id, settle);
    post({ kind: "ask", id, page });
  });
}

const PAGE_OF: ReadonlyMap<string, Page> = new Map(Object.entries(PAGES));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = request.method === "GET" ? PAGE_OF.get(request.url ?? "") : undefined;
  if (page === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (page === "health") return await answerHealth(response);
  const content = await ask(page);
  if (page === "metrics") {
    const text = `${content?.text ?? ""}\n${ownMetrics(content !== undefined)}`;
    response.writeHead(200, { "content-type": content?.contentType ?? METRICS_TYPE }).end(text);
  } else if (content === undefined) response.writeHead(503).end();
  else response.writeHead(200, { "content-type": content.contentType }).end(content.text);
}

async function answerHealth(response: ServerResponse): Promise<void> {
  let reason = obstacleOf(stateOfWriters(writers));
  if (reason === undefined) {
    const content = await ask("health");
    if (content === undefined)
      reason = obstacleOf(stateOfWriters(writers)) ?? "the main thread does not answer";
    else lastHealth = JSON.parse(content.text) as object;
  }
  const shown =
    reason === undefined
      ? lastHealth
      : { ...lastHealth, status: "unavailable", reason, writing: stateOfWriters(writers) };
  response
    .writeHead(reason === undefined ? 200 : 503, {
      "content-type": "application/json",
      "cache-control": "no-store",
    })
    .end(JSON.stringify(shown));
}

/** Figures that do not need the main thread. */
function ownMetrics(isMainAnswering: boolean): string {
  const state = stateOfWriters(writers);
  const lines = [
    "# HELP candor_replication_state 1 for what the leader's writers to the database do.",
    "# TYPE candor_replication_state gauge",
    ...WRITER_STATES.map((each) => `candor_replication_state{state="${each}"} ${each === state ? 1 : 0}`),
    "# HELP candor_main_thread_answers 0 while the main thread waits for the database, or hangs.",
    "# TYPE candor_main_thread_answers gauge",
    `candor_main_thread_answers ${isMainAnswering ? 1 : 0}`,
  ];
  if (!isMainAnswering)
    lines.push(
      "# TYPE candor_role gauge",
      `candor_role{role="${role}"} 1`,
      "# TYPE candor_core_leading gauge",
      "candor_core_leading 1",
      "# TYPE candor_core_term gauge",
      `candor_core_term ${term}`,
    );
  return `${lines.join("\n")}\n`;
}

const server = createServer((request, response) => {
  closeAfterIgnoredUpgrade(request, response);
  answer(request, response).catch(() => response.destroy());
});
server.once("error", (error) => post({ kind: "cannot-listen", error }));
server.listen(port, host, () => {
  const address = server.address();
  post({ kind: "listening", port: typeof address === "object" && address !== null ? address.port : port });
});

owner.on("message", (message: ToStatusThread) => {
  if (message.kind === "answer") waiting.get(message.id)?.(message.content);
  else process.exit();
});
