import { Card, KeyValue } from "@candor/ui/card.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ChatIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { SERVICE } from "../../shell/routing/routes.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { Conversation } from "./conversation.tsx";
import "./service.css";

/** Contact: chat with customer service, or mail. */
export function Screen() {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  return (
    <Page title={t("service.title")} hasBack isForm>
      <div className="pad service">{isLoggedIn ? <Conversation /> : <Visitor />}</div>
    </Page>
  );
}

/** Visitors can only be answered by mail. */
function Visitor() {
  const t = useT();
  const { data: home, error, isError, refetch } = useCall("home", {});
  return (
    <>
      <LogInFirst icon={ChatIcon} title={t("service.emptyTitle")} returnTo={SERVICE} size="medium">
        {t("service.loginNote")}
      </LogInFirst>
      <Card className="service-card">
        {home === undefined && isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : home === undefined ? (
          <SkeletonRows count={1} label={t("shell.loading")} />
        ) : (
          <KeyValue
            lines={[
              {
                key: "mail",
                label: t("service.mail"),
                value: (
                  <a className="link" href={`mailto:${home.kefu.email}`}>
                    {home.kefu.email}
                  </a>
                ),
              },
              ...(home.kefu.hours === ""
                ? []
                : [{ key: "hours", label: t("service.hours"), value: home.kefu.hours }]),
            ]}
          />
        )}
        <Notice tone="warn">{t("service.neverAsks")}</Notice>
      </Card>
    </>
  );
}
