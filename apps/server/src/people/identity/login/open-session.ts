import { openExchangeAccount } from "../exchange-account/open-exchange-account.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { LoginMethod } from "../identity-records.ts";
import { keepLanguage } from "../keep-language.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { OpenedSession } from "../session-register.ts";
import type { User } from "../user-and-session.ts";
import { isReported, noteLogin } from "./login-history.ts";

/**
 * Opens a session for a user with proven identity; an email reports a new device.
 * @param isProven whether the proof is still valid when the session opens: the owner may have changed the password or
 *   frozen the account meanwhile
 * @returns `undefined` if it is not
 */
export async function openSession(
  context: IdentityContext,
  caller: Caller,
  user: User,
  deviceName: string,
  method: LoginMethod,
  isProven: () => boolean,
): Promise<OpenedSession | undefined> {
  await openExchangeAccount(context, user.userId);
  await keepLanguage(context, user, caller.language);
  if (!isProven()) return undefined;
  const newDeviceOf =
    method === "registration" ? undefined : unreportedNetwork(context, caller, user, deviceName);
  const { address } = caller;
  const noted = noteLogin(context, user, { deviceName, address, method, result: "success", newDeviceOf });
  const known = context.places.remember(user, caller.device, address);
  const session = await context.sessions.open(user.userId, deviceName, address);
  const [deviceToken] = await Promise.all([known, noted]);
  if (newDeviceOf !== undefined) notifyUser(context, user, { kind: "newDevice", deviceName, address });
  return { ...session, deviceToken };
}

/**
 * Returns the hash of the caller's network if the device has never logged in to the account. A browser that deletes its
 * cookies is such a device at each login, so a name and network are reported once within some hours.
 */
function unreportedNetwork(
  { places, nowMs }: IdentityContext,
  caller: Caller,
  user: User,
  deviceName: string,
): string | undefined {
  if (places.deviceOf(user, caller.device) !== undefined) return undefined;
  const network = places.networkHash(caller.address);
  return isReported(user, deviceName, network, nowMs()) ? undefined : network;
}
