import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { type CallHandler, sessionOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { sessionReply } from "./identity.ts";

const missing = (path: string): Rejected =>
  rejectFields("request.parameterError", { path, reason: "missing" });

/** Of the browser that waits; it has no session. */
export function qrLogin(
  ports: Ports<"engine" | "funding" | "identity" | "listings" | "verification">,
): CallHandler<"qrLogin"> {
  const { qrLogins } = ports.identity;
  return async (request, context): Promise<Outcome<CallReply<"qrLogin">>> => {
    const { action, secretHash, deviceName = "", code, secret } = request;
    if (action === "begin")
      return secretHash === undefined
        ? missing("secretHash")
        : await qrLogins.begin(context, secretHash, deviceName);
    if (code === undefined) return missing("code");
    if (secret === undefined) return missing("secret");
    if (action === "cancel") {
      await qrLogins.cancel({ code, secret });
      return { canceled: true };
    }
    const opened = await qrLogins.finish(context, { code, secret });
    return opened instanceof Rejected ? opened : await sessionReply(ports, opened, context, "user.loggedIn");
  };
}

export function qrLoginState({ identity }: Ports<"identity">): CallHandler<"qrLoginState"> {
  return (request): Outcome<CallReply<"qrLoginState">> => identity.qrLogins.state(request);
}

/** Of the device that has a session. */
export function qrLoginReview({ identity }: Ports<"identity">): CallHandler<"qrLoginReview"> {
  return async (request, context): Promise<Outcome<CallReply<"qrLoginReview">>> => {
    const { action, code } = request;
    const session = sessionOf(context);
    switch (action) {
      case "look": {
        const view = await identity.qrLogins.look(session, code);
        if (view instanceof Rejected) return view;
        const { deviceName, addressMasked, begunAtMs, expiresAtMs } = view;
        return { step: "scanned", deviceName, ipMasked: addressMasked, begunAtMs, expiresAtMs };
      }
      case "refuse":
        await identity.qrLogins.refuse(session, code);
        return { step: "refused" };
      case "approve": {
        if (request.number === undefined) return missing("number");
        const { number, password, secondFactor } = request;
        const wrong = await identity.qrLogins.approve(context, session, {
          code,
          number,
          password,
          secondFactor,
        });
        return wrong ?? { step: "approved" };
      }
    }
  };
}
