import { useAppStore } from "../../state/app-store.ts";
import type { PasswordRule } from "./rules.ts";

/** The rule for login passwords in force on this site; its own answer may still be on the way. */
export const usePasswordRule = (): PasswordRule =>
  useAppStore((state) => state.siteData?.passwordRule ?? "short");

/** The message for a password that breaks the rule. */
export const PASSWORD_RULE_WORDS = {
  short: "login.passwordRule",
  long: "login.passwordRuleLong",
} as const satisfies Record<PasswordRule, string>;
