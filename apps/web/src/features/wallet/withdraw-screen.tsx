import { ButtonLink } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { WithdrawIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { TRANSFER } from "../../shell/routes.ts";
import "./wallet.css";

/** Says plainly that nothing can be withdrawn yet, and what can be done instead. */
export function Screen() {
  const t = useT();
  return (
    <Page title={t("wallet.withdrawTitle")} hasBack isForm>
      <div className="pad coming">
        <Card>
          <Empty
            icon={WithdrawIcon}
            title={t("wallet.withdrawComing")}
            action={
              <ButtonLink to={TRANSFER} size="small">
                {t("mining.moveFunds")}
              </ButtonLink>
            }
          >
            {t("wallet.withdrawComingNote")}
          </Empty>
        </Card>
      </div>
    </Page>
  );
}
