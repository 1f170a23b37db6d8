import type { SetSite } from "@candor/domain/commands/setting-commands";
import { LIMITS } from "@candor/domain/limits";
import { SITE_SETTING } from "@candor/domain/setting-names";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Records whether the site is open, for the modules that admit users. The exchange itself does not depend on it.
 * Rejection: request.parameterError (neither open nor closed, or the message is too long).
 */
export function setSite(state: ExchangeState, { isOpen, message }: SetSite): void {
  if (typeof isOpen !== "boolean" || typeof message !== "string" || message.length > LIMITS.maxReasonLength)
    return state.reject("request.parameterError");
  registerSetting(state, SITE_SETTING, { isOpen, message });
}
