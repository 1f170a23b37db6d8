import { LIMITS } from "@candor/protocol/limits";
import type { SetSite } from "@candor/protocol/setting-commands";
import { SITE_SETTING } from "@candor/protocol/setting-names";
import type { ExchangeState } from "../exchange-state.ts";
import { registerSetting } from "./settings-register.ts";

/**
 * Notes whether the site is open, for those who let people in. The exchange's own work does not depend on it.
 * Rejection: request.parameterError (neither open nor closed, or a message that is too long).
 */
export function setSite(state: ExchangeState, { isOpen, message }: SetSite): void {
  if (typeof isOpen !== "boolean" || typeof message !== "string" || message.length > LIMITS.maxReasonLength)
    return state.reject("request.parameterError");
  registerSetting(state, SITE_SETTING, { isOpen, message });
}
