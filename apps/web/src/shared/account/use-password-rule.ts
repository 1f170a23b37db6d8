import { forbiddenCharacter, isPassword, type PasswordRule } from "@candor/text/account-rules";
import type { Translate } from "../../i18n/i18n.ts";
import { useAppStore } from "../../state/app-store.ts";

/** Password rule of this site; "short" until the site's settings are loaded. */
export const usePasswordRule = (): PasswordRule =>
  useAppStore((state) => state.siteData?.passwordRule ?? "short");

const PASSWORD_RULE_WORDS = {
  short: "login.passwordRule",
  long: "login.passwordRuleLong",
} as const satisfies Record<PasswordRule, string>;

/** Returns the problem with a new password; undefined if valid. */
export function passwordProblem(password: string, rule: PasswordRule, t: Translate): string | undefined {
  if (password === "") return t("login.passwordEmpty");
  const character = rule === "short" ? forbiddenCharacter(password, rule) : undefined;
  if (character !== undefined) {
    const isBlank = character.trim() === "";
    return t(isBlank ? "login.passwordBlank" : "login.passwordCharacter", { character });
  }
  return isPassword(password, rule) ? undefined : t(PASSWORD_RULE_WORDS[rule]);
}
