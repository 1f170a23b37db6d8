import type { FundRecordKind, Wallet } from "@candor/domain/enumerations";
import { ButtonLink, IconLink } from "@candor/ui/button.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import "@candor/ui/display.css";
import { Skeleton, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import {
  ChevronRightIcon,
  ConvertIcon,
  DepositIcon,
  LockIcon,
  TransferIcon,
  WithdrawIcon,
} from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { TitleBar } from "@candor/ui/shell-parts.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HideToggle } from "../../shared/funds/balance-hero.tsx";
import { TodayProfit } from "../../shared/profit/today-profit.tsx";
import { useProfitHoldings } from "../../shared/profit/use-profit.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useSpotMarkets } from "../../shell/markets/market-data.ts";
import { ActionLink } from "../../shell/navigation/action-link.tsx";
import { SearchButton } from "../../shell/navigation/search-button.tsx";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { CONVERT, DEPOSIT, FUND_RECORDS, SERVICE, TRANSFER, WITHDRAW } from "../../shell/routing/routes.ts";
import { OUTSIDE } from "../../shell/wallets/outside-words.ts";
import { DisplayNote, ValueText } from "../../shell/wallets/value-text.tsx";
import type { Wallets } from "../../shell/wallets/wallets.ts";
import { useWallets } from "../../shell/wallets/wallets.ts";
import { useAppStore } from "../../state/app-store.ts";
import { HoldingList, HoldingTable, NoHoldings } from "./holdings.tsx";
import { RecentRecords } from "./recent-records.tsx";
import { smallBalances } from "./small-balances.ts";
import "../../shared/funds/wallet.css";

/** Holdings below this many USDT are small. */
const SMALL = "1";
const PANEL = "holdings";
const EVERY_KIND: readonly FundRecordKind[] = [];

/** The four wallets and their holdings. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const wallets = useWallets();
  usePageTitle(t("wallet.title"));
  const content = (
    <>
      <div className="wallet-top">
        <div className="pad">
          <TotalHero wallets={wallets} />
        </div>
        {!isDesktop && <WalletButtons />}
        <FourWallets wallets={wallets} />
      </div>
      <FirstSteps product="wallet" />
      <FrozenAccounts wallets={wallets} />
      <Holdings wallets={wallets} />
      <RecentRecords title={t("wallet.recentRecords")} kinds={EVERY_KIND} />
    </>
  );
  if (isDesktop) {
    return (
      <div className="wide">
        <h1 className="vh">{t("wallet.title")}</h1>
        {content}
      </div>
    );
  }
  return (
    <>
      <TitleBar title={t("wallet.title")}>
        <IconLink to={FUND_RECORDS} label={t("wallet.records")}>
          <HistoryIcon />
        </IconLink>
        <SearchButton />
      </TitleBar>
      <PullToRefresh onRefresh={wallets.reload}>{content}</PullToRefresh>
    </>
  );
}

function TotalHero({ wallets }: { readonly wallets: Wallets }) {
  const t = useT();
  const isDesktop = useDesktop();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (
    <section className="hero wallet-hero">
      <span className="row small">
        <h2 className="muted wallet-label">{t("home.totalBalance")}</h2>
        <HideToggle />
      </span>
      <p className="figure wallet-figure">
        {wallets.isLoading ? (
          <Skeleton width={180} height={32} />
        ) : (
          <ValueText value={wallets.total} hasUnit quiet />
        )}
      </p>
      <p className="small muted">
        {isHidden ? (
          t("home.balancesHiddenNote")
        ) : wallets.unpriced.length > 0 ? (
          t("wallet.unpriced", { assets: wallets.unpriced.join(", ") })
        ) : (
          <DisplayNote>{t("home.allAtIndex")}</DisplayNote>
        )}
      </p>
      <TodayProfit />
      {!isHidden && <SplitBar wallets={wallets} />}
      {isDesktop && (
        <div className="row wallet-buttons">
          <ButtonLink to={DEPOSIT} tone="primary" size="medium">
            {t("home.deposit")}
          </ButtonLink>
          <ButtonLink to={WITHDRAW} tone="hero" size="medium">
            {t("home.withdraw")}
          </ButtonLink>
          <ButtonLink to={TRANSFER} tone="hero" size="medium">
            {t("home.transfer")}
          </ButtonLink>
          <ButtonLink to={CONVERT} tone="hero" size="medium">
            {t("wallet.convertTitle")}
          </ButtonLink>
          <ButtonLink to={FUND_RECORDS} tone="hero" size="medium">
            {t("wallet.records")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** Distribution of the total over wallets, margin accounts, machines and open options: a picture, so floating point is fine. */
function SplitBar({ wallets }: { readonly wallets: Wallets }) {
  const outside = wallets.outside.filter(({ kind }) => kind !== "unrealized");
  const values = [
    ...wallets.wallets.map(({ wallet, value }) => ({ part: wallet, share: Number(value ?? 0) })),
    ...outside.map(({ kind, value }) => ({ part: kind, share: Math.max(0, Number(value)) })),
  ];
  const sum = values.reduce((total, { share }) => total + share, 0);
  if (sum <= 0) return null;
  return (
    <div className="split4" aria-hidden="true">
      {values
        .filter(({ share }) => share > 0)
        .map(({ part, share }) => (
          <i key={part} className={`of-${part}`} style={{ flexGrow: share }} />
        ))}
    </div>
  );
}

function WalletButtons() {
  const t = useT();
  return (
    <nav className="acts" aria-label={t("home.quickLinks")}>
      <ActionLink to={DEPOSIT} label={t("home.deposit")} Icon={DepositIcon} />
      <ActionLink to={WITHDRAW} label={t("home.withdraw")} Icon={WithdrawIcon} />
      <ActionLink to={TRANSFER} label={t("home.transfer")} Icon={TransferIcon} />
      <ActionLink to={CONVERT} label={t("wallet.convertTitle")} Icon={ConvertIcon} />
    </nav>
  );
}

/** The wallets, and the part of the total outside them. */
function FourWallets({ wallets }: { readonly wallets: Wallets }) {
  const t = useT();
  return (
    <div className="four">
      {wallets.wallets.map(({ wallet, value }) => (
        <div key={wallet} className="card stack-1">
          <span className="row small muted">
            <i className={`wallet-dot of-${wallet}`} />
            {t(`wallet.${wallet}`)}
          </span>
          <ValueText value={value} className="four-value" />
        </div>
      ))}
      {wallets.outside.map(({ kind, value, sign }) => (
        <Link key={kind} to={OUTSIDE[kind].to} className="card stack-1">
          <span className="row small muted">
            {kind !== "unrealized" && <i className={`wallet-dot of-${kind}`} />}
            <span className="grow">{t(OUTSIDE[kind].words)}</span>
            <ChevronRightIcon size="s" />
          </span>
          <ValueText value={value} sign={sign} className="four-value" />
        </Link>
      ))}
    </div>
  );
}

const FROZEN = [
  ["coin", "wallet.frozenCoin"],
  ["contract", "wallet.frozenContract"],
  ["option", "wallet.frozenOption"],
] as const;

/** Frozen accounts, with the specification's message and a link to customer service. */
function FrozenAccounts({ wallets }: { readonly wallets: Wallets }) {
  const t = useT();
  const { index } = wallets;
  const frozen = index === undefined ? [] : FROZEN.filter(([wallet]) => index.frozen[wallet]);
  if (frozen.length === 0) return null;
  return (
    <div className="pad stack frozen-accounts">
      {frozen.map(([wallet, words]) => (
        <Notice key={wallet} tone="warn" icon={LockIcon} title={t(words)}>
          <Link className="link" to={SERVICE}>
            {t("shell.contactSupport")}
          </Link>
        </Notice>
      ))}
    </div>
  );
}

function Holdings({ wallets }: { readonly wallets: Wallets }) {
  const t = useT();
  const isDesktop = useDesktop();
  const [wallet, setWallet] = useState<Wallet>("main");
  const [isSmallHidden, setSmallHidden] = useState(false);
  const markets = useSpotMarkets();
  const costs = useProfitHoldings();
  const view = wallets.wallets.find((each) => each.wallet === wallet);
  const rows = (view?.holdings ?? []).filter(
    ({ value }) => !isSmallHidden || value === null || compareDecimals(value, SMALL) >= 0,
  );
  return (
    <section className="group holdings">
      <div className="row between">
        <Tabs
          plain
          className="grow"
          label={t("wallet.wallets")}
          value={wallet}
          onValueChange={setWallet}
          panelId={PANEL}
          choices={wallets.wallets.map((each) => ({ value: each.wallet, label: t(`wallet.${each.wallet}`) }))}
        />
        <span className="holdings-small">
          <Checkbox label={t("wallet.hideSmall")} checked={isSmallHidden} onCheckedChange={setSmallHidden} />
        </span>
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(`wallet.${wallet}`)}>
        {wallets.isLoading && <SkeletonRows count={3} label={t("shell.loading")} />}
        {wallets.isFailed && <LoadFailed error={wallets.error} onRetry={() => void wallets.reload()} />}
        {!wallets.isLoading && !wallets.isFailed && rows.length === 0 && <NoHoldings wallet={wallet} />}
        {rows.length > 0 &&
          (isDesktop ? (
            <HoldingTable rows={rows} costs={costs} />
          ) : (
            <HoldingList rows={rows} costs={costs} />
          ))}
        {(wallet === "main" || wallet === "coin") &&
          smallBalances(view?.holdings ?? [], markets).length > 0 && (
            <p className="pad">
              <Link className="link small" to={`${CONVERT}?wallet=${wallet}`}>
                {t("wallet.smallTitle")}
              </Link>
            </p>
          )}
      </div>
    </section>
  );
}
