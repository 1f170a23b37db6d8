import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { NetworkLimiter } from "../../kit/limits/network-limiter.ts";
import type { RateLimit } from "../../kit/limits/rate-limiter.ts";
import type { OperatorAccount } from "../../operators/accounts/operator-account.ts";
import { SignInRefusal } from "../../operators/accounts/operator-sign-in.ts";
import { COMMAND_TEXTS } from "../../operators/protocol/command-texts.ts";
import { type OperatorResult, Refusal } from "../../operators/protocol/operator-messages.ts";
import { COMMAND_ROLES, mayUse } from "../../operators/protocol/roles.ts";
import { asSentence } from "../../operators/protocol/sentences.ts";
import { HasherBusyError } from "../../people/identity/password-hashing/hasher-busy-error.ts";
import {
  BAD_REQUEST,
  FORBIDDEN,
  failCall,
  REFUSED,
  RoleRefusal,
  readInput,
  sendAnswer,
  UNAUTHORIZED,
} from "./console-answers.ts";
import type { ConsoleCall, ConsoleCommand, ConsoleContext } from "./console-call.ts";
import { CONSOLE_CALLS } from "./console-calls.ts";
import type { ConsolePorts } from "./console-ports.ts";
import { serveConsolePasskeys } from "./serve-console-passkeys.ts";
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from "./session-cookie.ts";

/** An article in all languages with a picture; only signed-in operators may send this much. */
const BODY_BYTES = 4 * 1024 * 1024;
/** Enough for a passkey sign-in. */
const STRANGERS_BODY_BYTES = 64 * 1024;
const NOT_FOUND = 404;
const TOO_MANY = 429;
const BUSY = 503;
/** Per address; wider networks get more. */
const SIGN_INS: RateLimit = { count: 10, windowMs: 60_000 };

const signInInput = z.strictObject({
  name: z.string().max(40),
  password: z.string().max(128),
  totp: z.string().max(10),
});
const linkInput = z.strictObject({ token: z.string().max(100) });
const signUpInput = z.strictObject({ ...linkInput.shape, ...signInInput.shape });

export interface ConsoleApiOptions {
  readonly rateLimitFactor?: number;
  readonly nowMs?: () => number;
  readonly log: { error(details: object, message: string): void };
}

/**
 * `POST /console/api/<name>`: JSON in, JSON out. Every call must carry `x-candor-console: 1`, which no form and no page
 * of another site can send; all but the sign-in carry the session's cookie. Errors are `{"error":{"message":"…"}}`.
 */
export function serveConsoleApi(app: FastifyInstance, ports: ConsolePorts, options: ConsoleApiOptions): void {
  const limiter = new NetworkLimiter(SIGN_INS);
  const nowMs = options.nowMs ?? Date.now;
  const takeTry = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const waitMs = limiter.take(request.ip, nowMs(), options.rateLimitFactor ?? 1);
    if (waitMs > 0) failCall(reply, TOO_MANY, "Too many attempts from this address. Wait a minute.");
    return waitMs === 0;
  };
  void app.register(
    async (scope) => {
      readJson(scope);
      answerErrors(scope, options);
      scope.addHook("onRequest", async (request, reply) => {
        void reply.header("cache-control", "no-store");
        // For the pages before sign-in.
        if (ports.isTestRig === true) void reply.header("x-candor-test-rig", "1");
        if (!isOwnPage(request)) return failCall(reply, FORBIDDEN, "This request comes from another site.");
      });
      serveSignIn(scope, ports, takeTry);
      serveConsolePasskeys(scope, ports, takeTry);
      for (const [name, call] of Object.entries(CONSOLE_CALLS)) serveCall(scope, name, call, ports);
    },
    { prefix: "/console/api" },
  );
}

/** Accepts only JSON. The gateway's form parser does not apply here. */
function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: STRANGERS_BODY_BYTES },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(Object.assign(new Error("Invalid JSON."), { statusCode: BAD_REQUEST }));
      }
    },
  );
}

function answerErrors(scope: FastifyInstance, { log }: ConsoleApiOptions): void {
  scope.setNotFoundHandler((_request, reply) => failCall(reply, NOT_FOUND, "Unknown call."));
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof HasherBusyError)
      return failCall(reply, BUSY, "Too many sign-ins in progress. Try again.");
    const status = error.statusCode ?? 500;
    if (status < 500) return failCall(reply, status, asSentence(error.message));
    log.error({ err: error, requestId: request.id }, "console call failed");
    return failCall(reply, 500, "Internal server error. See the server's log.");
  });
}

/** Browsers state the requesting site. Other programs send no such header, but carry no one else's cookie either. */
function isOwnPage(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return request.headers["x-candor-console"] === "1" && (site === undefined || site === "same-origin");
}

function serveSignIn(
  scope: FastifyInstance,
  { accounts, desk }: ConsolePorts,
  takeTry: (request: FastifyRequest, reply: FastifyReply) => boolean,
): void {
  scope.post("/sign-in", async (request, reply) => {
    const input = readInput(signInInput, request, reply);
    if (input === undefined || !takeTry(request, reply)) return reply;
    const signedIn = await accounts.signIn({ ...input, address: request.ip });
    if (signedIn instanceof SignInRefusal) {
      if (signedIn.lockedName !== undefined)
        desk.note(signedIn.lockedName, "sign in", "too many wrong attempts: locked for 15 minutes");
      return failCall(reply, REFUSED, signedIn.problem);
    }
    desk.note(signedIn.account.name, "sign in");
    setSessionCookie(request, reply, signedIn.token);
    return { name: signedIn.account.name };
  });
  scope.post("/sign-up-begin", async (request, reply) => {
    const input = readInput(linkInput, request, reply);
    if (input === undefined || !takeTry(request, reply)) return reply;
    return sendAnswer(reply, await accounts.beginSignUp(input.token));
  });
  scope.post("/sign-up-finish", async (request, reply) => {
    const input = readInput(signUpInput, request, reply);
    if (input === undefined || !takeTry(request, reply)) return reply;
    const account = await accounts.finishSignUp(input);
    if (account instanceof Refusal) return failCall(reply, REFUSED, account.problem);
    desk.note(account.name, "sign up");
    return { name: account.name };
  });
  scope.post("/sign-out", async (request, reply) => {
    const token = sessionTokenOf(request);
    const account = accounts.bySession(token, true);
    await accounts.sessions.end(token);
    if (account !== undefined) desk.note(account.name, "sign out");
    clearSessionCookie(request, reply);
    return {};
  });
}

function serveCall(scope: FastifyInstance, name: string, call: ConsoleCall, ports: ConsolePorts): void {
  const operatorOf = (request: FastifyRequest): OperatorAccount | undefined => {
    const isAsleep = request.headers["x-candor-asleep"] === "1";
    return ports.accounts.bySession(sessionTokenOf(request), isAsleep);
  };
  // Before the body is read, so that large bodies of unauthenticated callers are never parsed.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    operatorOf(request) === undefined ? failCall(reply, UNAUTHORIZED, "Log in first.") : undefined;
  scope.post(`/${name}`, { bodyLimit: BODY_BYTES, onRequest }, async (request, reply) => {
    const operator = operatorOf(request);
    if (operator === undefined) return failCall(reply, UNAUTHORIZED, "Log in first.");
    if (!mayUse(operator.roles, call.roles))
      return failCall(reply, FORBIDDEN, "Your roles do not allow this.");
    const input = readInput(call.input, request, reply);
    if (input === undefined) return reply;
    return sendAnswer(reply, await call.handle(input, contextOf(operator, ports)));
  });
}

function contextOf(operator: OperatorAccount, ports: ConsolePorts): ConsoleContext {
  return {
    operator,
    ports,
    perform: (command) => perform(operator, ports, command),
  };
}

async function perform(
  operator: OperatorAccount,
  { desk }: ConsolePorts,
  command: ConsoleCommand,
): Promise<OperatorResult | Refusal> {
  const { command: words } = command;
  if (!isCommand(words)) return new Refusal(`Unknown command "${words}".`);
  if (!mayUse(operator.roles, COMMAND_ROLES[words])) return new RoleRefusal("Your roles do not allow this.");
  return await desk.perform({ ...command, operator: operator.name }, "console");
}

const isCommand = (words: string): words is keyof typeof COMMAND_ROLES => Object.hasOwn(COMMAND_TEXTS, words);
