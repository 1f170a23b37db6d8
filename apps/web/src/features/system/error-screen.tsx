import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { AlertIcon } from "@candor/ui/icons.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { useEffect } from "react";
import { useT } from "../../i18n/use-t.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { HOME, SERVICE } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { storedReason, storeReason } from "./stored-reason.ts";
import { useReopening } from "./use-reopening.ts";
import "./system.css";

/** The site is closed, or the account is frozen. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const isBanned = params.get("reason") === "banned";
  const title = isBanned ? t("shell.accountFrozenTitle") : t("shell.siteClosedTitle");
  usePageTitle(title);
  const said = useReopening(!isBanned);
  const message = isBanned && said === "" ? storedReason() : said;
  useEffect(() => {
    if (isBanned && said !== "") storeReason(said);
  }, [isBanned, said]);
  return (
    <div className="system">
      <span className="row system-brand">
        <Logo size={36} />
        <b>Candor</b>
      </span>
      <h1 className="vh">{title}</h1>
      <Empty
        icon={AlertIcon}
        title={title}
        action={
          <span className="row wrap system-ways">
            <ButtonLink to={HOME} size="small" tone="primary">
              {isBanned ? t("shell.toHome") : t("shell.tryAgain")}
            </ButtonLink>
            <ButtonLink to={SERVICE} size="small" tone="line">
              {t("shell.contactSupport")}
            </ButtonLink>
          </span>
        }
      >
        {message === "" && !isBanned ? t("shell.siteClosedNote") : message}
      </Empty>
    </div>
  );
}
