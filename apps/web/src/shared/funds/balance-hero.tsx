import { IconButton } from "@candor/ui/button.tsx";
import "@candor/ui/display.css";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { EyeIcon, EyeOffIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { OUTSIDE } from "../../shell/wallets/outside-words.ts";
import { DisplayNote, ValueText } from "../../shell/wallets/value-text.tsx";
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
        {isLoading ? <Skeleton width={180} height={32} /> : <ValueText value={total} hasUnit quiet />}
      </p>
      <p className="small muted">
        {isHidden ? t("home.balancesHiddenNote") : <DisplayNote>{t("home.allAtIndex")}</DisplayNote>}
      </p>
      <TodayProfit />
      {isDesktop && (
        <dl className="hero-split">
          {wallets.map(({ wallet, value }) => (
            <div key={wallet}>
              <dt>{t(WALLET_NAMES[wallet])}</dt>
              <dd>
                <ValueText value={value} />
              </dd>
            </div>
          ))}
          {outside.map(({ kind, value, sign }) => (
            <div key={kind}>
              <dt>{t(OUTSIDE[kind].words)}</dt>
              <dd>
                <ValueText value={value} sign={sign} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
