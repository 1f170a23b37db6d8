import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { sessionReply } from "./identity.ts";

const LOGINS_LIST = "logins";

export function totp({ identity }: Ports<"identity">): CallHandler<"totp"> {
  return (request, context) => identity.useTotp(context, userOf(context), request);
}

export function passkey({ identity }: Ports<"identity">): CallHandler<"passkey"> {
  return (request, context) => identity.usePasskeys(context, userOf(context), request);
}

export function apiKey({ identity }: Ports<"identity">): CallHandler<"apiKey"> {
  return (request, context) => identity.useApiKeys(context, userOf(context), request);
}

export function passkeyLogin(
  ports: Ports<"engine" | "funding" | "identity" | "listings" | "verification">,
): CallHandler<"passkeyLogin"> {
  return async (request, context): Promise<Outcome<CallReply<"passkeyLogin">>> => {
    const outcome = await ports.identity.logInWithPasskey(context, request);
    if (outcome instanceof Rejected || "options" in outcome) return outcome;
    return await sessionReply(ports, outcome, context, "user.loggedIn");
  };
}

/** Returns the stored login attempts, newest first. */
export function loginHistory({ identity }: Ports<"identity">): CallHandler<"loginHistory"> {
  return (request, context): Outcome<CallReply<"loginHistory">> => {
    const before = readCursor(LOGINS_LIST, {}, request.cursor);
    if (before === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    const logins = identity.logins(userOf(context), request.limit + 1, before?.[0]);
    const page = logins.slice(0, request.limit);
    const last = page.at(-1);
    return {
      list: page.map(({ loginId, atMs, deviceName, addressMasked, method, result }) => ({
        loginId: String(loginId),
        timeMs: atMs,
        deviceName,
        ipMasked: addressMasked,
        method,
        result,
      })),
      nextCursor:
        logins.length > page.length && last !== undefined
          ? writeCursor(LOGINS_LIST, {}, [last.loginId, 0])
          : null,
    };
  };
}
