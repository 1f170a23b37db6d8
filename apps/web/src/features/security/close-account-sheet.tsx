import { SkeletonRows } from "@candor/ui/feedback.tsx";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import {
  CONTRACTS,
  FUND_RECORDS,
  LEVERAGE,
  MINERS,
  SECOND_CONTRACTS,
  SERVICE,
  TRADE,
  WITHDRAW,
} from "../../shell/routing/routes.ts";
import { CloseAccountForm } from "./close-account-form.tsx";
import type { Closing } from "./closing.ts";

type ObstacleKind = Closing["obstacles"][number]["kind"];

/** Where each obstacle can be resolved. */
const RESOLVE_PATHS = {
  frozen: { words: "security.closeFrozen", to: SERVICE },
  order: { words: "security.closeOrder", to: TRADE },
  position: { words: "security.closePosition", to: CONTRACTS },
  option: { words: "security.closeOption", to: SECOND_CONTRACTS },
  miner: { words: "security.closeMiner", to: MINERS },
  loan: { words: "security.closeLoan", to: LEVERAGE },
  deposit: { words: "security.closeDeposit", to: FUND_RECORDS },
  withdrawal: { words: "security.closeWithdrawal", to: FUND_RECORDS },
  balance: { words: "security.closeBalance", to: WITHDRAW },
} as const satisfies Record<ObstacleKind, { readonly words: string; readonly to: string }>;

/** Closes the account permanently: shows the obstacles, or the consequences and required proofs. */
export function CloseAccountSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useCall("closeAccount", { action: "look" }, { freshMs: 0 });
  return (
    <Sheet open onOpenChange={onClose} title={t("security.closeTitle")}>
      <div className="stack-4">
        {data === undefined && error === null && <SkeletonRows count={4} label={t("shell.loading")} />}
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data !== undefined && data.obstacles.length > 0 && <Obstacles closing={data} />}
        {data?.obstacles.length === 0 && (
          <>
            <Meaning closing={data} />
            <CloseAccountForm closing={data} onBlocked={() => void refetch()} />
          </>
        )}
      </div>
    </Sheet>
  );
}

function Obstacles({ closing: { obstacles, leftOver, leftOverLimit } }: { readonly closing: Closing }) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      <Notice tone="warn">{t("security.closeBlocked", { limit: formats.decimal(leftOverLimit) })}</Notice>
      <ul className="list">
        {obstacles.map(({ kind, count }) => (
          <li key={kind}>
            <Link className="link grow" to={RESOLVE_PATHS[kind].to}>
              {t(RESOLVE_PATHS[kind].words)}
            </Link>
            <span className="n" translate="no">
              {kind === "balance" ? `${formats.decimal(leftOver, { minDecimals: 2 })} USDT` : count}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is lost, what is kept and for how long, shown before any input. */
function Meaning({ closing }: { readonly closing: Closing }) {
  const t = useT();
  const formats = useFormats();
  const { leftOver, documentsKeptYears, toldDays } = closing;
  return (
    <ul className="close-meaning">
      <li>{t("security.closeEnds")}</li>
      <li>{t("security.closeForgotten")}</li>
      <li>{t("security.closeJournal")}</li>
      {documentsKeptYears > 0 && <li>{t("security.closeDocuments", { years: documentsKeptYears })}</li>}
      <li>{t("security.closeTold", { days: toldDays })}</li>
      {Number(leftOver) > 0 && (
        <li>
          {t("security.closeLeftOver", { amount: `${formats.decimal(leftOver, { minDecimals: 2 })} USDT` })}
        </li>
      )}
      <li>{t("security.closeNoDeposits")}</li>
    </ul>
  );
}
