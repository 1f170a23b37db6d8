import { maskContact } from "@candor/text/mask-contact";
import { type Outcome, Rejected, reject } from "@candor/wire/rejection";
import { nameOfApiKey } from "../api-keys/use-api-keys.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { noteLogin } from "../login/login-history.ts";
import { contactsOf, trustedContacts } from "../mail-and-sms/contacts.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { User } from "../user-and-session.ts";
import { endResetCodes } from "../verification-codes/end-reset-codes.ts";
import { ownerOfFreezeLink } from "./freeze-links.ts";

export interface FreezeRequest {
  /** Token from a security email's link; absent for the session's own account. */
  readonly token?: string | undefined;
  /** If false, only returns which account the link is for, so that a mail scanner opening the link changes nothing. */
  readonly confirm: boolean;
  readonly deviceName?: string | undefined;
}

export interface FreezeReply {
  readonly userId: number;
  /** Masked. */
  readonly account: string;
  readonly frozen: boolean;
  /** Whether the owner can unfreeze it by resetting the password with a code; otherwise only customer service can. */
  readonly opensByCode: boolean;
  readonly endedSessions: number;
  /** Names of the keys. */
  readonly endedApiKeys: string[];
}

/**
 * Freezes an account by the link of a security email, or from its own session: sessions and API keys are revoked, and
 * nobody can log in. Rejects 353, 48.
 */
export async function freezeAccount(
  context: IdentityContext,
  { address }: Pick<Caller, "address">,
  own: User | undefined,
  { token, confirm, deviceName = "" }: FreezeRequest,
): Promise<Outcome<FreezeReply>> {
  const owner = ownerOf(context, own, token);
  if (owner instanceof Rejected) return owner;
  const { user, isPresentContact } = owner;
  // Only an established contact can recover an account.
  const opensByCode = isPresentContact && trustedContacts(user, context.nowMs()).length > 0;
  const { userId } = user;
  const account = maskedAccount(user);
  if (!confirm) return { userId, account, frozen: false, opensByCode, endedSessions: 0, endedApiKeys: [] };
  const apiKeyIds = user.apiKeys.map(({ apiKeyId }) => apiKeyId);
  const endedApiKeys = user.apiKeys.map(nameOfApiKey);
  const frozen = context.store.commit({
    type: "owner-frozen",
    userId,
    freeze: { atMs: context.nowMs(), opensByCode, endedApiKeys },
  });
  context.apiKeys.emitEnded({ userId, apiKeyIds });
  // A code that is on its way would unfreeze the account.
  endResetCodes(context, user);
  const method = token === undefined ? "session" : "freeze-link";
  const noted = noteLogin(context, user, { deviceName, address, method, result: "froze" });
  const ended = context.sessions.end(context.sessions.list(userId), "frozen");
  const [endedSessions] = await Promise.all([ended, frozen, noted]);
  notifyUser(context, user, { kind: "accountFrozen" }, contactsOf(user));
  return { userId, account, frozen: true, opensByCode, endedSessions, endedApiKeys };
}

/** Returns the account's owner, and whether its current contacts may unfreeze it. */
function ownerOf(
  context: IdentityContext,
  own: User | undefined,
  token: string | undefined,
): Outcome<{ readonly user: User; readonly isPresentContact: boolean }> {
  if (token !== undefined) return ownerOfFreezeLink(context, token) ?? reject("user.freezeLinkInvalid");
  return own?.kind === "trader" ? { user: own, isPresentContact: true } : reject("user.notLoggedIn");
}

function maskedAccount({ email, phone, username, userId }: User): string {
  const contact = email ?? phone;
  return contact === null ? (username ?? String(userId)) : maskContact(contact);
}

/** Returns the users who have frozen their accounts. */
export function frozenByOwner({ store }: Pick<IdentityContext, "store">): readonly number[] {
  return [...store.state.allUsers()]
    .filter((user) => user.frozenByOwner !== null)
    .map(({ userId }) => userId);
}
