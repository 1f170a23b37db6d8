import { Card, KeyValue } from "@candor/ui/card.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { useCall } from "../../shell/use-call.ts";
import "./system.css";

/** How to reach people. */
export function Screen() {
  const t = useT();
  const { data: home } = useCall("home", {});
  return (
    <Page title={t("shell.serviceTitle")} hasBack isForm>
      <div className="pad">
        <Card className="service-card">
          {home === undefined ? (
            <SkeletonRows count={1} label={t("shell.loading")} />
          ) : (
            <KeyValue
              lines={[
                {
                  key: "mail",
                  label: t("shell.serviceMail"),
                  value: (
                    <a className="link" href={`mailto:${home.kefu.email}`}>
                      {home.kefu.email}
                    </a>
                  ),
                },
                { key: "hours", label: t("shell.serviceHours"), value: home.kefu.hours },
              ]}
            />
          )}
          <Notice tone="warn">{t("shell.serviceNote")}</Notice>
        </Card>
      </div>
    </Page>
  );
}
