import { openExchangeAccount } from "../exchange-account/open-exchange-account.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { LoginMethod } from "../identity-records.ts";
import { keepLanguage } from "../keep-language.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { OpenedSession } from "../session-register.ts";
import type { User } from "../user-and-session.ts";
import { isNewDevice, noteLogin } from "./login-history.ts";

/** Opens a session for a user with proven identity; an email reports a new device. */
export async function openSession(
  context: IdentityContext,
  caller: Caller,
  user: User,
  deviceName: string,
  method: LoginMethod,
): Promise<OpenedSession> {
  await openExchangeAccount(context, user.userId);
  await keepLanguage(context, user, caller.language);
  const isNew = isNewDevice(user, deviceName, caller.address);
  const noted = noteLogin(context, user, { deviceName, address: caller.address, method, result: "success" });
  const known = context.places.remember(user, caller.device, caller.address);
  const session = await context.sessions.open(user.userId, deviceName, caller.address);
  const [deviceToken] = await Promise.all([known, noted]);
  if (isNew) notifyUser(context, user, { kind: "newDevice", deviceName, address: caller.address });
  return { ...session, deviceToken };
}
