import { type Outcome, reject } from "@candor/protocol/wire/rejection";
import { contactsOf, trustedContacts } from "./contacts.ts";
import { ownerOfFreezeLink } from "./freeze-links.ts";
import { maskContact } from "./identifier-rules.ts";
import type { Caller, IdentityContext } from "./identity-context.ts";
import type { User } from "./identity-state.ts";
import { tellUser } from "./tell-user.ts";

export interface FreezeRequest {
  readonly token: string;
  /** False: only says which account the link is for. A mail scanner that opens the link changes nothing. */
  readonly confirm: boolean;
}

export interface FreezeReply {
  readonly userId: number;
  /** Masked. */
  readonly account: string;
  readonly frozen: boolean;
  /** Whether its owner can unfreeze it by resetting the password with a code; otherwise customer service does. */
  readonly opensByCode: boolean;
}

/** Freezes an account by the link of a security mail: sessions and API keys end, nobody logs in. Rejects 353. */
export async function freezeAccount(
  context: IdentityContext,
  caller: Pick<Caller, "language">,
  { token, confirm }: FreezeRequest,
): Promise<Outcome<FreezeReply>> {
  const owner = ownerOfFreezeLink(context, token);
  if (owner === undefined) return reject("user.freezeLinkInvalid");
  const { user, isPresentContact } = owner;
  // Only a contact that is not in doubt recovers an account.
  const opensByCode = isPresentContact && trustedContacts(user, context.nowMs()).length > 0;
  const { userId } = user;
  const account = maskedAccount(user);
  if (!confirm) return { userId, account, frozen: false, opensByCode };
  const apiKeyIds = user.apiKeys.map(({ apiKeyId }) => apiKeyId);
  const frozen = context.store.commit({
    type: "owner-frozen",
    userId,
    freeze: { atMs: context.nowMs(), opensByCode },
  });
  context.apiKeys.emitEnded({ userId, apiKeyIds });
  await Promise.all([frozen, context.sessions.end(context.sessions.list(userId))]);
  tellUser(context, caller, user, { kind: "accountFrozen" }, contactsOf(user));
  return { userId, account, frozen: true, opensByCode };
}

function maskedAccount({ email, phone, username, userId }: User): string {
  const contact = email ?? phone;
  return contact === null ? (username ?? String(userId)) : maskContact(contact);
}
