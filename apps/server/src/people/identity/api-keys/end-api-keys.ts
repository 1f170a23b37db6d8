import type { IdentityContext } from "../identity-context.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { User } from "../user-and-session.ts";
import { nameOfApiKey } from "./use-api-keys.ts";

/** Revokes all API keys of a user and sends an email about it; @returns how many there were. */
export async function endApiKeys(context: IdentityContext, user: User): Promise<number> {
  const keys = user.apiKeys;
  if (keys.length === 0) return 0;
  await context.apiKeys.end(
    user,
    keys.map(({ apiKeyId }) => apiKeyId),
  );
  notifyUser(context, user, { kind: "apiKeysEnded", name: keys.map(nameOfApiKey).join(", ") });
  return keys.length;
}
