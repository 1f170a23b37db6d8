import { TitleBar } from "@candor/ui/shell-parts.tsx";
import { lazy, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { withWords } from "../i18n/i18n.ts";
import { useT } from "../i18n/use-t.ts";
import { areaOf } from "./areas.ts";
import { loadPart } from "./load-part.ts";
import "./page.css";
import { useGoBack, usePageTitle } from "./page-title.ts";
import { SearchButton } from "./search-button.tsx";
import { useDesktop } from "./use-desktop.ts";

const AreaMenu = lazy(async () => ({
  default: (await loadPart(() => withWords(["areas"], () => import("./area-menu.tsx")))).AreaMenu,
}));

export interface PageProps {
  readonly title: string;
  /** A back button in the phone's title bar. */
  readonly hasBack?: boolean;
  /** Buttons in the phone's title bar, beside the heading on a desktop. */
  readonly actions?: ReactNode;
  /** Text or a form: on a desktop it has the width that can be read. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

/** Title bar on a phone; on a desktop a heading, beside the menu of the area that the page is in. */
export function Page({ title, hasBack = false, actions, isForm = false, children }: PageProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const goBack = useGoBack();
  const area = areaOf(useLocation().pathname);
  usePageTitle(title);
  if (isDesktop) {
    const body = (
      <>
        <div className="row between page-head">
          <h1 className="page">{title}</h1>
          {actions}
        </div>
        {children}
      </>
    );
    if (area === undefined) return <div className={isForm ? "wide text" : "wide"}>{body}</div>;
    return (
      <div className="wide has-menu">
        <div className="area-menu">
          <Suspense>
            <AreaMenu area={area} />
          </Suspense>
        </div>
        <div className="area-page">{body}</div>
      </div>
    );
  }
  return (
    <>
      <TitleBar title={title} {...(hasBack && { onBack: goBack })} backLabel={t("shell.back")}>
        {actions}
        <SearchButton />
      </TitleBar>
      {children}
    </>
  );
}
