import type { IncomingMessage, ServerResponse } from "node:http";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import type { FaultRules } from "../binance-api/faults/fault-rules.ts";
import { carriesToken } from "./door-token.ts";
import type { FundedAccounts } from "./funded-accounts.ts";
import type { DoorTime } from "./manual-time.ts";
import type { Scenario } from "./scenario.ts";

export const ACCOUNT_PATH = "/sandbox/account";
export const FAULTS_PATH = "/sandbox/faults";
export const TIME_PATH = "/sandbox/time";
/** Only in a test rig. */
export const RIG_PATHS = {
  balance: "/sandbox/balance",
  index: "/sandbox/index",
  funding: "/sandbox/funding",
  book: "/sandbox/book",
} as const;
const RIG_ACTS = {
  [RIG_PATHS.balance]: "setBalance",
  [RIG_PATHS.index]: "pushIndex",
  [RIG_PATHS.funding]: "settleFunding",
  [RIG_PATHS.book]: "placeBook",
} as const;
const MAX_BODY_BYTES = 16 * 1024;
const JSON_TYPE = /^application\/json\b/i;
/** Names of this machine. Any other host is a web page's name that points here. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DoorLog {
  error(details: object, message: string): void;
}

export interface DoorAnswering {
  readonly accounts: Pick<FundedAccounts, "open">;
  /** Undefined if other threads answer the calls. */
  readonly faults: Pick<FaultRules, "list" | "set"> | undefined;
  /** Undefined if the clock is the system's. */
  readonly time: Pick<DoorTime, "now" | "advance"> | undefined;
  /** Undefined unless the exchange is a test rig. */
  readonly scenario: Pick<Scenario, "setBalance" | "pushIndex" | "settleFunding" | "placeBook"> | undefined;
  /** What a caller of the port must send; undefined for the socket, which only the home's owner can open. */
  readonly token: string | undefined;
  readonly log: DoorLog;
}

/** Answers a request to a sandbox's socket or admin port. */
export async function answerDoor(
  answering: DoorAnswering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  closeAfterIgnoredUpgrade(request, response);
  const { status, body, headers } = await answerSafely(answering, request);
  // The rest of a body that was not read would be taken for the next request.
  if (!request.complete) response.shouldKeepAlive = false;
  const fixed = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, { ...fixed, ...headers }).end(`${JSON.stringify(body)}\n`);
}

async function answerSafely(answering: DoorAnswering, request: IncomingMessage): Promise<Answer> {
  try {
    return await answer(answering, request);
  } catch (error) {
    answering.log.error({ err: error }, "a request to the sandbox's door failed");
    return problem(500, "The server failed. See its log for the reason.");
  }
}

const problem = (status: number, text: string, headers: Answer["headers"] = {}): Answer => ({
  status,
  body: { problem: text },
  headers,
});

async function answer(answering: DoorAnswering, request: IncomingMessage): Promise<Answer> {
  const { token } = answering;
  if (token !== undefined) {
    const refused = checkCaller(request, token);
    if (refused !== undefined) return refused;
  }
  if (request.url === ACCOUNT_PATH) return await answerAccount(answering, request);
  if (request.url === FAULTS_PATH) return await answerFaults(answering, request);
  if (request.url === TIME_PATH) return await answerTime(answering, request);
  const act = RIG_ACTS[request.url as keyof typeof RIG_ACTS];
  if (act !== undefined) return await answerRig(answering, request, act);
  const paths = [ACCOUNT_PATH, FAULTS_PATH, TIME_PATH, ...Object.values(RIG_PATHS)];
  return problem(404, `The paths are ${paths.join(", ")}.`);
}

async function answerRig(
  { scenario }: DoorAnswering,
  request: IncomingMessage,
  act: (typeof RIG_ACTS)[keyof typeof RIG_ACTS],
): Promise<Answer> {
  if (scenario === undefined)
    return problem(409, "This is no test rig. Found a new home with CANDOR_MODE=scenario.");
  if (request.method !== "POST")
    return problem(405, `${request.url} takes POST, got ${request.method}.`, { allow: "POST" });
  const body = await readJson(request);
  if (body instanceof Refused) return body.answer;
  const reply = await scenario[act](body.json);
  return reply instanceof Refusal ? problem(400, reply.problem) : { status: 200, body: reply };
}

/** `GET` shows the time, `POST` advances it. */
async function answerTime({ time }: DoorAnswering, request: IncomingMessage): Promise<Answer> {
  if (time === undefined) return problem(409, "The time is the system's. Start with CANDOR_CLOCK=manual.");
  if (request.method === "GET") return { status: 200, body: await time.now() };
  if (request.method !== "POST")
    return problem(405, `${TIME_PATH} takes GET and POST, got ${request.method}.`, { allow: "GET, POST" });
  const body = await readJson(request);
  if (body instanceof Refused) return body.answer;
  const reply = await time.advance(body.json);
  return reply instanceof Refusal ? problem(400, reply.problem) : { status: 200, body: reply };
}

async function answerAccount({ accounts }: DoorAnswering, request: IncomingMessage): Promise<Answer> {
  if (request.method !== "POST")
    return problem(405, `${ACCOUNT_PATH} takes POST, got ${request.method}.`, { allow: "POST" });
  const body = await readJson(request);
  if (body instanceof Refused) return body.answer;
  const reply = await accounts.open(body.json);
  if (reply instanceof Refusal) return problem(400, reply.problem);
  return { status: reply.created ? 201 : 200, body: reply };
}

/** `GET` lists the rules, `PUT` replaces them. */
async function answerFaults({ faults }: DoorAnswering, request: IncomingMessage): Promise<Answer> {
  if (faults === undefined) return problem(409, "Faults need CANDOR_GATEWAYS=0.");
  if (request.method === "PUT") {
    const body = await readJson(request);
    if (body instanceof Refused) return body.answer;
    const wrong = faults.set(body.json);
    if (wrong !== undefined) return problem(400, `The rules are wrong: ${wrong}.`);
  } else if (request.method !== "GET")
    return problem(405, `${FAULTS_PATH} takes GET and PUT, got ${request.method}.`, { allow: "GET, PUT" });
  return { status: 200, body: { rules: faults.list() } };
}

class Refused {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

async function readJson(request: IncomingMessage): Promise<{ readonly json: unknown } | Refused> {
  if (!JSON_TYPE.test(request.headers["content-type"] ?? ""))
    return new Refused(problem(415, "The content-type must be application/json."));
  const text = await readBody(request);
  if (text === undefined)
    return new Refused(problem(413, `The request is longer than ${MAX_BODY_BYTES} bytes.`));
  const json = parseJson(text);
  return json === undefined ? new Refused(problem(400, "The request must be JSON.")) : { json };
}

/** No web page can pass: a browser sends the page's host or its origin, and no page knows the token. */
function checkCaller({ headers }: IncomingMessage, token: string): Answer | undefined {
  if (!OWN_HOST.test(headers.host ?? ""))
    return problem(403, "The Host header must be 127.0.0.1, localhost or [::1].");
  if (headers.origin !== undefined) return problem(403, "Web pages cannot call this port.");
  if (carriesToken(headers.authorization, token)) return undefined;
  const text =
    "The header Authorization: Bearer TOKEN is needed, with the token in admin-token.txt of the home.";
  return problem(401, text, { "www-authenticate": "Bearer" });
}

/** Returns `undefined` if the body is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  // A destroyed request could not be answered.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const part of chunks) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The reply says what was expected.
  }
}
