import { TitleBar } from "@candor/ui/shell-parts.tsx";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../i18n/use-t.ts";
import { HOME } from "./routes.ts";
import { useDesktop } from "./use-desktop.ts";

const PRODUCT = "Candor";

/** Names the page in the browser's own title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}

/** One step back in the app; home when the app was opened on this page. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === "default") void navigate(HOME, { replace: true });
    else void navigate(-1);
  };
}

export interface PageProps {
  readonly title: string;
  /** A back button in the phone's title bar. */
  readonly hasBack?: boolean;
  /** Buttons in the phone's title bar, beside the heading on a desktop. */
  readonly actions?: ReactNode;
  /** A narrow column on a desktop. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

/** Title bar on a phone, heading and column on a desktop. */
export function Page({ title, hasBack = false, actions, isForm = false, children }: PageProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const goBack = useGoBack();
  usePageTitle(title);
  if (isDesktop) {
    return (
      <div className={isForm ? "wide form" : "wide"}>
        <div className="row between" style={{ marginBottom: 16, minHeight: 44 }}>
          <h1 className="page">{title}</h1>
          {actions}
        </div>
        {children}
      </div>
    );
  }
  return (
    <>
      <TitleBar title={title} {...(hasBack && { onBack: goBack })} backLabel={t("shell.back")}>
        {actions}
      </TitleBar>
      {children}
    </>
  );
}
