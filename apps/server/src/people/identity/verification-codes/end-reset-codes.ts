import type { IdentityContext } from "../identity-context.ts";
import { contactsOf } from "../mail-and-sms/contacts.ts";
import type { User } from "../user-and-session.ts";

/** Ends the codes that would reset the user's login password, of all who requested one. */
export function endResetCodes({ codes }: Pick<IdentityContext, "codes">, user: User): void {
  for (const { to } of contactsOf(user)) codes.use(to, "reset");
}
