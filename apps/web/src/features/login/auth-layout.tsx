import { Form } from "@candor/ui/form.tsx";
import "@candor/ui/display.css";
import { ChevronLeftIcon, GlobeIcon } from "@candor/ui/icons.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { DocumentIcon, LayersIcon, LockIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { lazy, Suspense, useState } from "react";
import { LANGUAGE_LABELS } from "../../i18n/languages.ts";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { HOME } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import "../../shared/account/auth.css";

const LanguageSheet = lazy(async () => ({
  default: (await loadPart(() => import("../../shell/navigation/language-sheet.tsx"))).LanguageSheet,
}));

interface Props {
  readonly title: string;
  /** Absent if the content has its own form. */
  readonly onSubmit?: () => void;
  /** Content that opens over the page, outside the form. */
  readonly overlay?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of login, registration and recovery. */
export function AuthLayout({ title, onSubmit, overlay, children }: Props) {
  const t = useT();
  usePageTitle(title);
  return (
    <div className="auth">
      <Promise />
      <div className="auth-form">
        <header className="row between auth-head">
          <Link to={HOME} className="row auth-brand">
            <ChevronLeftIcon size="s" className="muted" />
            <Logo />
            <b>Candor</b>
            <span className="vh">, {t("shell.toHome")}</span>
          </Link>
          <LanguageButton />
        </header>
        <h1 className="auth-title">{title}</h1>
        {onSubmit === undefined ? (
          children
        ) : (
          <Form className="stack-4" onSubmit={onSubmit}>
            {children}
          </Form>
        )}
        {overlay}
      </div>
    </div>
  );
}

function LanguageButton() {
  const t = useT();
  const lang = useAppStore((state) => state.lang);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="row small med auth-lang" onClick={() => setOpen(true)}>
        <GlobeIcon size="s" />
        <span className="vh">{t("shell.language")}: </span>
        {LANGUAGE_LABELS[lang]}
      </button>
      <Suspense>{isOpen && <LanguageSheet open={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}

/** Next to the form on desktops: what users can verify here. */
function Promise() {
  const t = useT();
  return (
    <aside className="promise">
      <h2>{t("home.welcomeTitle")}</h2>
      <ul>
        <li>
          <LockIcon />
          <span>
            <b>{t("login.promiseLocked")}</b>
            {t("login.promiseLockedText")}
          </span>
        </li>
        <li>
          <LayersIcon />
          <span>
            <b>{t("login.promiseHistory")}</b>
            {t("login.promiseHistoryText")}
          </span>
        </li>
        <li>
          <DocumentIcon />
          <span>
            <b>{t("login.promisePlain")}</b>
            {t("login.promisePlainText")}
          </span>
        </li>
      </ul>
    </aside>
  );
}
