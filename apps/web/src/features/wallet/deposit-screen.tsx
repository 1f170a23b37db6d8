import { Card } from "@candor/ui/card.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { WALLET } from "../../shell/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import { FaucetForm } from "./faucet-sheet.tsx";
import "./wallet.css";

/** Until a chain is connected, the sandbox pays out play money. */
export function Screen() {
  const t = useT();
  const navigate = useNavigate();
  const isSandbox = useAppStore((state) => state.siteData?.mode !== "live");
  return (
    <Page title={t("wallet.depositTitle")} hasBack isForm>
      <div className="pad coming">
        <Notice tone="warn" title={`${t("wallet.depositComing")}.`}>
          {isSandbox && t("wallet.depositComingNote")}
        </Notice>
        {isSandbox && (
          <Card title={t("wallet.faucetTitle")}>
            <p className="small muted" style={{ margin: "4px 0 14px" }}>
              {t("wallet.faucetNote")}
            </p>
            <FaucetForm onDone={() => void navigate(WALLET)} />
          </Card>
        )}
      </div>
    </Page>
  );
}
