import { IconButton } from "@candor/ui/button.tsx";
import "@candor/ui/display.css";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { EyeIcon, EyeOffIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { OUTSIDE } from "../../shell/wallets/outside-words.ts";
import { useWallets, WALLET_NAMES } from "../../shell/wallets/wallets.ts";
import { useAppStore } from "../../state/app-store.ts";
import { TodayProfit } from "../profit/today-profit.tsx";

/** Toggle that hides all balances on this device. */
export function HideToggle() {
  const t = useT();
  const { balancesHidden, set } = useAppStore();
  return (
    <IconButton
      label={balancesHidden ? t("home.showBalances") : t("home.hideBalances")}
      aria-pressed={balancesHidden}
      onClick={() => set({ balancesHidden: !balancesHidden })}
    >
      {balancesHidden ? <EyeOffIcon size="s" /> : <EyeIcon size="s" />}
    </IconButton>
  );
}

/** The user's total balance. */
export function BalanceHero() {
  const t = useT();
  const isDesktop = useDesktop();
  const isHidden = useAppStore((state) => state.balancesHidden);
  const { total, wallets, outside, isLoading } = useWallets();
  return (
    <section className="hero home-hero">
      <span className="row small">
        <h2 className="muted hero-label">{t("home.totalBalance")}</h2>
        <HideToggle />
      </span>
      <p className="figure hero-figure">
        {isLoading ? (
          <Skeleton width={180} height={32} />
        ) : (
          <FinancialText value={total} decimals={2} asset="USDT" quiet hidden={isHidden} />
        )}
      </p>
      <p className="small muted">{isHidden ? t("home.balancesHiddenNote") : t("home.allAtIndex")}</p>
      <TodayProfit />
      {isDesktop && (
        <dl className="hero-split">
          {wallets.map(({ wallet, value }) => (
            <div key={wallet}>
              <dt>{t(WALLET_NAMES[wallet])}</dt>
              <dd>
                <FinancialText value={value} decimals={2} hidden={isHidden} />
              </dd>
            </div>
          ))}
          {outside.map(({ kind, value, sign }) => (
            <div key={kind}>
              <dt>{t(OUTSIDE[kind].words)}</dt>
              <dd>
                <FinancialText value={value} decimals={2} sign={sign} hidden={isHidden} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
