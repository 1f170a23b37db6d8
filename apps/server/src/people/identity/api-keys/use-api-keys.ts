import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { ApiKeyPermission, ApiKeyRecord } from "../identity-records.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import { checkOwnPassword } from "../passwords/check-password.ts";
import { randomApiText, randomId, tokenHash } from "../random-codes.ts";
import { checkSecondFactor, type GivenSecondFactor } from "../second-factors/second-factor.ts";
import type { User } from "../user-and-session.ts";
import { apiKeySealContext, asNetwork, tradeEndsAtMs } from "./api-key-register.ts";
import { type ProgramKeyKind, programKeyKind, readProgramKey, writeProgramKey } from "./program-key.ts";

export interface ApiKeyRequest {
  readonly action: "list" | "create" | "remove";
  readonly label?: string | undefined;
  readonly permissions?: readonly ApiKeyPermission[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly publicKey?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

interface ListedApiKey {
  readonly apiKeyId: string;
  readonly label: string;
  readonly permissions: ApiKeyPermission[];
  readonly addresses: string[];
  /** How requests are signed: with the secret, or with the program's own key. */
  readonly signedWith: "hmac" | ProgramKeyKind;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  /** When it stops trading because it has no addresses; `null` if it does not, or cannot trade. */
  readonly tradeEndsAtMs: number | null;
}

export interface ApiKeyReply {
  readonly list: ListedApiKey[];
  /** Both appear only in the reply that creates the key; with a public key there is no secret. */
  readonly apiKey?: string;
  readonly secret?: string;
}

/** Manages a user's API keys. Rejects 111, 320, 30, 310, 311. */
export async function useApiKeys(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: ApiKeyRequest,
): Promise<Outcome<ApiKeyReply>> {
  switch (request.action) {
    case "list":
      return { list: listOf(context, user) };
    case "create":
      return await create(context, caller, user, request);
    case "remove":
      return await remove(context, caller, user, request);
  }
}

const hasAllKeys = (user: User): boolean => user.apiKeys.length >= IDENTITY_LIMITS.maxApiKeysPerUser;
const tooMany = () => rejectFields("request.parameterError", { path: "action", reason: "range" });

async function create(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: ApiKeyRequest,
): Promise<Outcome<ApiKeyReply>> {
  if (request.apiKeyId !== undefined)
    return rejectFields("request.parameterError", { path: "apiKeyId", reason: "conflict" });
  const publicKey = request.publicKey === undefined ? undefined : readProgramKey(request.publicKey);
  if (request.publicKey !== undefined && publicKey === undefined)
    return rejectFields("request.parameterError", { path: "publicKey", reason: "format" });
  if (hasAllKeys(user)) return tooMany();
  const wrong =
    (await checkOwnPassword(context, caller, user, request.password)) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, request.secondFactor));
  if (wrong !== undefined) return wrong;
  // A concurrent request may have added one.
  if (hasAllKeys(user)) return tooMany();
  const apiKey = randomApiText();
  const secret = publicKey === undefined ? randomApiText() : undefined;
  const apiKeyId = randomId();
  const key: ApiKeyRecord = {
    apiKeyId,
    keyHash: tokenHash(apiKey),
    secret:
      secret === undefined ? "" : context.sealing.sealText(secret, apiKeySealContext(user.userId, apiKeyId)),
    ...(publicKey && { publicKey: writeProgramKey(publicKey) }),
    label: request.label ?? "",
    permissions: [...new Set(request.permissions ?? (["read"] as const))],
    addresses: [...new Set((request.addresses ?? []).map(asNetwork))],
    createdAtMs: context.nowMs(),
    lastUsedAtMs: null,
  };
  await context.store.commit({ type: "api-key-added", userId: user.userId, key });
  notifyUser(context, user, { kind: "apiKeyAdded", name: nameOfApiKey(key) });
  return { list: listOf(context, user), apiKey, ...(secret !== undefined && { secret }) };
}

async function remove(
  context: IdentityContext,
  caller: Caller,
  user: User,
  { apiKeyId, password, secondFactor }: ApiKeyRequest,
): Promise<Outcome<ApiKeyReply>> {
  if (apiKeyId === undefined)
    return rejectFields("request.parameterError", { path: "apiKeyId", reason: "missing" });
  const own = () => user.apiKeys.find((key) => key.apiKeyId === apiKeyId);
  if (own() === undefined) return reject("request.unknownId");
  const wrong =
    (await checkOwnPassword(context, caller, user, password)) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, secondFactor));
  if (wrong !== undefined) return wrong;
  const key = own();
  if (key === undefined) return reject("request.unknownId");
  await context.apiKeys.end(user, [apiKeyId]);
  notifyUser(context, user, { kind: "apiKeyRemoved", name: nameOfApiKey(key) });
  return { list: listOf(context, user) };
}

/** Returns the name shown to the owner. */
export const nameOfApiKey = ({ label, apiKeyId }: ApiKeyRecord): string => (label === "" ? apiKeyId : label);

function signedWith({ publicKey }: ApiKeyRecord): ListedApiKey["signedWith"] {
  const key = publicKey === undefined ? undefined : readProgramKey(publicKey);
  return key === undefined ? "hmac" : programKeyKind(key);
}

function listOf(context: IdentityContext, user: User): ListedApiKey[] {
  return user.apiKeys.map((key) => ({
    apiKeyId: key.apiKeyId,
    label: key.label,
    permissions: [...context.apiKeys.permissionsOf(key)],
    addresses: [...key.addresses],
    signedWith: signedWith(key),
    createdAtMs: key.createdAtMs,
    lastUsedAtMs: context.apiKeys.lastUsedAtMs(key),
    tradeEndsAtMs: tradeEndsAtMs(key) ?? null,
  }));
}
