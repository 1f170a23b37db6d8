import type { Language } from "@candor/domain/enumerations";
import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { CheckIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { Sheet } from "@candor/ui/sheet.tsx";
import { LANGUAGE_LABELS, languageFlag } from "../../i18n/languages.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { api } from "../services/services.ts";

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The 11 languages, each by its own name. */
export function LanguageSheet({ open, onOpenChange }: Props) {
  const t = useT();
  const { lang, token, setLanguage } = useAppStore();
  const choose = (language: Language) => {
    setLanguage(language);
    // Mails follow the choice; the page switches even if this fails.
    if (token !== "") void Promise.allSettled([api.call("profile", { lang: language })]);
    onOpenChange(false);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("shell.language")}>
      <ul className="menu-list">
        {LANGUAGES.map((language) => (
          <li key={language}>
            <button
              type="button"
              className="menu-row"
              aria-pressed={language === lang}
              lang={LANGUAGE_TAGS[language]}
              onClick={() => choose(language)}
            >
              <img src={languageFlag(language)} alt="" width="24" height="16" />
              <span className="grow">{LANGUAGE_LABELS[language]}</span>
              {language === lang && <CheckIcon size="s" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
