import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetReferralRate } from "@candor/domain/commands/referral-commands";
import { REFERRAL_RATE_SETTING } from "@candor/domain/setting-names";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const ALL_PPM = 1_000_000;

/** Sets the inviters' share of future fees. Rejection: request.parameterError (not a rate from 0 to 1). */
export function setReferralRate(state: ExchangeState, { ratePpm }: SetReferralRate): void {
  if (!(Number.isInteger(ratePpm) && ratePpm >= 0 && ratePpm <= ALL_PPM))
    return state.reject("request.parameterError");
  if (state.referrals.ratePpm !== ratePpm) {
    state.referrals.ratePpm = ratePpm;
    LAYOUT.referralRateSet.write(state.out, { ratePpm });
  }
  registerSetting(state, REFERRAL_RATE_SETTING, { ratePpm });
}
