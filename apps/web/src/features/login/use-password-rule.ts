import type { Translate } from "../../i18n/i18n.ts";
import { useAppStore } from "../../state/app-store.ts";
import { hasPasswordLength, hasPasswordMix, type PasswordRule, wrongCharacter } from "./rules.ts";

/** The rule for login passwords in force on this site; its own answer may still be on the way. */
export const usePasswordRule = (): PasswordRule =>
  useAppStore((state) => state.siteData?.passwordRule ?? "short");

const PASSWORD_RULE_WORDS = {
  short: "login.passwordRule",
  long: "login.passwordRuleLong",
} as const satisfies Record<PasswordRule, string>;

/** What is wrong with a new password; undefined: nothing. */
export function passwordProblem(password: string, rule: PasswordRule, t: Translate): string | undefined {
  if (password === "") return t("login.passwordEmpty");
  const character = rule === "short" ? wrongCharacter(password) : undefined;
  if (character !== undefined) {
    const isBlank = character.trim() === "";
    return t(isBlank ? "login.passwordBlank" : "login.passwordCharacter", { character });
  }
  const isRight = hasPasswordLength(password, rule) && (rule === "long" || hasPasswordMix(password));
  return isRight ? undefined : t(PASSWORD_RULE_WORDS[rule]);
}
