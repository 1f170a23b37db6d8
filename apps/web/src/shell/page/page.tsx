import { TitleBar } from "@candor/ui/shell-parts.tsx";
import { lazy, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { withWords } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../code-loading/load-part.ts";
import { areaOf } from "../navigation/areas.ts";
import "./page.css";
import { useDesktop } from "../hooks/use-media-query.ts";
import { SearchButton } from "../navigation/search-button.tsx";
import { useGoBack, usePageTitle } from "../routing/page-title.ts";

const AreaMenu = lazy(async () => ({
  default: (await loadPart(() => withWords(["areas"], () => import("../navigation/area-menu.tsx")))).AreaMenu,
}));

export interface PageProps {
  readonly title: string;
  /** Back button in the phone's title bar. */
  readonly hasBack?: boolean;
  /** Buttons in the phone's title bar, or next to the heading on desktops. */
  readonly actions?: ReactNode;
  /** Text or form: limits the width on desktops. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

/** Phone: title bar. Desktop: heading, next to the area's menu. */
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
