import type { OwnPasskey } from "@candor/wire/console/console-operator";
import { line } from "@candor/wire/primitives";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { OperatorAccount } from "../../operators/accounts/operator-account.ts";
import { SignInRefusal } from "../../operators/accounts/operator-sign-in.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import { failCall, readInput, sendAnswer, UNAUTHORIZED } from "./console-answers.ts";
import type { ConsolePorts } from "./console-ports.ts";
import { sessionTokenOf, setSessionCookie } from "./session-cookie.ts";

const credential = z.record(z.string(), z.unknown());
const answerInput = z.strictObject({ credential });
/** A session is not enough: someone else may be sitting at the screen. */
const proof = { password: z.string().max(128), totp: z.string().max(10) };
const addInput = z.strictObject({ credential, name: line(40).refine((name) => name !== "") });
const removeInput = z.strictObject({ passkeyId: z.string().max(40), ...proof });

type TakeTry = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Console passkeys: signs in with one; lists, adds and removes one's own. */
export function serveConsolePasskeys(scope: FastifyInstance, ports: ConsolePorts, takeTry: TakeTry): void {
  const { accounts, desk } = ports;
  scope.post("/passkey-question", async (request, reply) => {
    if (!takeTry(request, reply)) return reply;
    const options = await accounts.passkeys.question(request.host);
    return sendAnswer(reply, options instanceof Refusal ? options : { options });
  });
  scope.post("/passkey-sign-in", async (request, reply) => {
    const input = readInput(answerInput, request, reply);
    if (input === undefined || !takeTry(request, reply)) return reply;
    const signedIn = await accounts.signInWithPasskey(input.credential);
    if (signedIn instanceof SignInRefusal) return sendAnswer(reply, signedIn);
    const { name } = signedIn.account;
    desk.note(name, "sign in by passkey");
    setSessionCookie(request, reply, signedIn.token);
    return { name };
  });
  scope.post("/passkey-list", async (request, reply) => {
    const operator = signedInOf(ports, request, reply);
    return operator === undefined ? reply : { list: listOf(operator) };
  });
  scope.post("/passkey-begin", async (request, reply) => {
    const proven = await provenOf(ports, z.strictObject(proof), takeTry, request, reply);
    if (proven === undefined) return reply;
    const options = await accounts.passkeys.creation(proven.operator, request.host);
    return sendAnswer(reply, options instanceof Refusal ? options : { options });
  });
  scope.post("/passkey-finish", async (request, reply) => {
    const operator = signedInOf(ports, request, reply);
    const input = operator === undefined ? undefined : readInput(addInput, request, reply);
    if (operator === undefined || input === undefined) return reply;
    const added = await accounts.passkeys.add(operator.name, input.credential, input.name);
    if (added instanceof Refusal) return sendAnswer(reply, added);
    desk.note(operator.name, `passkey added: ${added.name}`);
    return { list: listOf(accounts.get(operator.name) ?? operator) };
  });
  scope.post("/passkey-remove", async (request, reply) => {
    const proven = await provenOf(ports, removeInput, takeTry, request, reply);
    if (proven === undefined) return reply;
    const { operator, input } = proven;
    const removed = await accounts.passkeys.remove(operator.name, input.passkeyId);
    if (removed instanceof Refusal) return sendAnswer(reply, removed);
    desk.note(operator.name, `passkey removed: ${removed.name}`);
    return { list: listOf(accounts.get(operator.name) ?? operator) };
  });
}

function signedInOf(
  { accounts }: ConsolePorts,
  request: FastifyRequest,
  reply: FastifyReply,
): OperatorAccount | undefined {
  const operator = accounts.bySession(sessionTokenOf(request), false);
  if (operator === undefined) failCall(reply, UNAUTHORIZED, "Log in first.");
  return operator;
}

/** Returns the signed-in operator after checking password and code again; otherwise writes the reply. */
async function provenOf<Input extends { readonly password: string; readonly totp: string }>(
  ports: ConsolePorts,
  schema: z.ZodType<Input>,
  takeTry: TakeTry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly operator: OperatorAccount; readonly input: Input } | undefined> {
  const operator = signedInOf(ports, request, reply);
  if (operator === undefined) return undefined;
  const input = readInput(schema, request, reply);
  if (input === undefined || !takeTry(request, reply)) return undefined;
  const { password, totp } = input;
  const { name } = operator;
  const proven = await ports.accounts.prove({ name, password, totp, address: request.ip });
  if (!(proven instanceof SignInRefusal)) return { operator: proven, input };
  if (proven.lockedName !== undefined)
    ports.desk.note(proven.lockedName, "sign in", "too many wrong attempts: locked for 15 minutes");
  sendAnswer(reply, proven);
  return undefined;
}

function listOf({ passkeys }: OperatorAccount): readonly OwnPasskey[] {
  return passkeys.map(({ passkeyId, name, createdAtMs, lastUsedAtMs }) => ({
    passkeyId,
    name,
    createdAtMs,
    lastUsedAtMs,
  }));
}
