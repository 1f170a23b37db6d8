import { OPTION_TERMS_SETTING } from "@candor/domain/setting-names";
import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { addDecimals, compareDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { CheckIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { ArrowDownRightIcon, ArrowUpRightIcon, LockIcon } from "@candor/ui/page-icons.tsx";
import { moveFocus } from "@candor/ui/roving-focus";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOptionOffer } from "@candor/wire/option-calls";
import { type ReactNode, useEffect, useState } from "react";
import { balanceOf } from "../../data/account-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { useLive } from "../../shell/hooks/use-live.ts";
import { useFreshPrices } from "../../shell/markets/fresh-prices.ts";
import { loginPath, optionPath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import "../../trading/ticket/ticket.css";
import { AnnouncedTerms } from "../../shared/announced-terms/announced-terms.tsx";
import { StoppedNotice } from "../../trading/market/stopped-notice.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import {
  OPTION_ASSET as ASSET,
  DIRECTION_LOOKS,
  type Direction,
  OptionConfirmSheet,
  type OptionOrder,
} from "./option-confirm-sheet.tsx";
import { incomeFor, type StakeProblem, stakeProblem } from "./option-figures.ts";
import { useBuying } from "./use-buying.ts";

/** Returns the smaller of the pool's and the user's remaining limit. */
const smallerOf = (remaining: string, userRemaining: string | null): string =>
  userRemaining !== null && compareDecimals(userRemaining, remaining) < 0 ? userRemaining : remaining;

/**
 * Both buttons are disabled while one purchase is in progress and a moment longer, so that an accidental second tap
 * buys nothing.
 */
interface Locked {
  readonly direction: Direction;
  readonly isBought: boolean;
}

const LOCK_MS = 2_000;
const DIRECTIONS = [
  { direction: "up", icon: ArrowUpRightIcon },
  { direction: "down", icon: ArrowDownRightIcon },
] as const;
const STAKE_DECIMALS = 2;
const FIRST_STAKE = "20";
const STEP = "5";

interface OptionTicketProps {
  readonly shown: ShownMarket;
  readonly offer: WireOptionOffer;
  /** null if logged out. */
  readonly userRemaining: string | null;
}

/** Buys options, one at a time. */
function useLockedBuying() {
  const { isPlacing, place } = useBuying();
  const [locked, setLocked] = useState<Locked | null>(null);
  useEffect(() => {
    if (locked?.isBought !== true) return undefined;
    const timer = setTimeout(() => setLocked(null), LOCK_MS);
    return () => clearTimeout(timer);
  }, [locked]);
  const buy = async (order: OptionOrder): Promise<boolean> => {
    const { direction } = order;
    setLocked({ direction, isBought: false });
    const isBought = await place({ ...order });
    setLocked(isBought ? { direction, isBought } : null);
    return isBought;
  };
  return { isPlacing, locked, buy };
}

/** Duration and stake, and before the final tap the possible gain and loss. */
export function OptionTicket({ shown, offer, userRemaining }: OptionTicketProps) {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const [seconds, setSeconds] = useState(offer.durations[0]?.durationSeconds ?? 0);
  const [stake, setStake] = useState(FIRST_STAKE);
  const isFresh = useFreshPrices();
  const account = useLive(live.account);
  const { status, statusReason } = useLive(live.index(shown.market.symbol));
  const problemTextOf = useProblemText();
  const chosen = offer.durations.find((each) => each.durationSeconds === seconds) ?? offer.durations[0];
  if (chosen === undefined) return null;
  const available = account.state === "ready" ? balanceOf(account, "option", ASSET)?.available : undefined;
  const problem = stakeProblem(stake, { offer, remaining: chosen.remaining, userRemaining, available });
  const problemText = problemTextOf(problem, offer, smallerOf(chosen.remaining, userRemaining));
  const isTrading = offer.open && (status ?? "trading") === "trading";
  return (
    <form
      className="option-ticket"
      translate="no"
      aria-label={t("option.ticket")}
      onSubmit={(event) => event.preventDefault()}
    >
      <Durations offer={offer} seconds={chosen.durationSeconds} onSeconds={setSeconds} />
      <WalletLine isLoggedIn={isLoggedIn} available={available} />
      <DecimalInput
        label={t("option.stake", { coin: ASSET })}
        value={stake}
        onValueChange={setStake}
        decimals={STAKE_DECIMALS}
        counts={ASSET}
        step={STEP}
        stepFrom={FIRST_STAKE}
        error={problemText}
      />
      <OddsDisclosure stake={stake} chosen={chosen} />
      <AnnouncedTerms settings={[OPTION_TERMS_SETTING]} />
      {!(isTrading && isFresh) && (
        <StoppedNotice
          status={isTrading ? "trading" : status === "halted" ? "halted" : "cancel-only"}
          reason={statusReason ?? shown.market.statusReason}
          stale={t("option.away")}
        />
      )}
      {problem === "balance" && <NotEnough />}
      {isLoggedIn ? (
        <Buying
          market={shown.look.name}
          symbol={offer.symbol}
          stake={stake}
          chosen={chosen}
          isDisabled={!isTrading || !isFresh || problem !== undefined}
        />
      ) : (
        <ButtonLink to={loginPath(optionPath(offer.symbol))} tone="primary" block>
          {t("trade.loginToTrade")}
        </ButtonLink>
      )}
    </form>
  );
}

interface BuyingProps {
  readonly market: string;
  readonly symbol: string;
  readonly stake: string;
  readonly chosen: WireOptionOffer["durations"][number];
  readonly isDisabled: boolean;
}

/** Both buttons, and the question before the purchase unless the user turned it off. */
function Buying({ market, symbol, stake, chosen, isDisabled }: BuyingProps) {
  const { isPlacing, locked, buy } = useLockedBuying();
  const isUnasked = !useTradingSettings().settings.confirm.option;
  const [asked, setAsked] = useState<Direction | null>(null);
  const orderOf = (direction: Direction): OptionOrder => ({
    symbol,
    direction,
    amount: stake,
    durationSeconds: chosen.durationSeconds,
    payoutRate: chosen.payoutRate,
  });
  const send = async (direction: Direction): Promise<void> => {
    if (await buy(orderOf(direction))) setAsked(null);
  };
  return (
    <>
      <BuyButtons
        stake={stake}
        isBusy={isPlacing}
        isDisabled={isDisabled}
        locked={locked}
        onBuy={(direction) => (isUnasked ? void send(direction) : setAsked(direction))}
      />
      <OptionConfirmSheet
        market={market}
        order={asked === null ? null : orderOf(asked)}
        houseEdge={chosen.houseEdge}
        isBusy={isPlacing}
        isDisabled={isDisabled}
        onClose={() => setAsked(null)}
        onSend={({ direction }) => void send(direction)}
      />
    </>
  );
}

interface WalletLineProps {
  readonly isLoggedIn: boolean;
  readonly available: string | undefined;
}

function WalletLine({ isLoggedIn, available }: WalletLineProps) {
  const t = useT();
  return (
    <div className="row between small">
      <span className="muted">{t("option.wallet")}</span>
      {isLoggedIn ? (
        <MoveFundsLink to="option" asset={ASSET} className="ticket-available" title={t("option.moveFunds")}>
          <BalanceText value={available} asset={ASSET} minDecimals={2} />
          <PlusIcon size="s" />
          <span className="vh">{t("option.moveFunds")}</span>
        </MoveFundsLink>
      ) : (
        <BalanceText value={null} asset={ASSET} minDecimals={2} />
      )}
    </div>
  );
}

function NotEnough() {
  const t = useT();
  return (
    <Notice tone="warn" announce>
      {t("option.notEnough")}{" "}
      <MoveFundsLink to="option" asset={ASSET} className="link">
        {t("option.moveFunds")}
      </MoveFundsLink>
    </Notice>
  );
}

interface DurationsProps {
  readonly offer: WireOptionOffer;
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
}

function Durations({ offer, seconds, onSeconds }: DurationsProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <div className="stack">
      <span className="small muted" id="option-durations">
        {t("option.durations")}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen choice holds the focus */}
      <div
        className="option-durations"
        role="radiogroup"
        aria-labelledby="option-durations"
        onKeyDown={(event) => moveFocus(event, "[role=radio]")}
      >
        {offer.durations.map(({ durationSeconds, payoutRate }) => (
          <button
            key={durationSeconds}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button keeps one look in all browsers
            role="radio"
            aria-checked={durationSeconds === seconds}
            tabIndex={durationSeconds === seconds ? 0 : -1}
            onClick={() => onSeconds(durationSeconds)}
          >
            {t("records.optionSeconds", { count: durationSeconds })}
            <small>{formats.rate(payoutRate)}</small>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Payout if right, loss if wrong, the house edge, and where the money is held. */
function OddsDisclosure({
  stake,
  chosen,
}: {
  readonly stake: string;
  readonly chosen: WireOptionOffer["durations"][number];
}) {
  const t = useT();
  const formats = useFormats();
  const amount = /^\d+(\.\d+)?$/.test(stake) ? stake : null;
  const income = amount === null ? null : incomeFor(amount, chosen.payoutRate);
  const payout = amount === null || income === null ? null : addDecimals(amount, income);
  const figure = (label: string, value: ReactNode) => (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="med">{value}</dd>
    </div>
  );
  return (
    <>
      <dl className="option-honest">
        {figure(
          t("option.ifRight"),
          <FinancialText value={income} sign="always" toned minDecimals={2} maxDecimals={2} />,
        )}
        {figure(
          t("option.ifWrong"),
          <FinancialText value={amount === null ? null : `-${amount}`} toned minDecimals={2} />,
        )}
        {figure(
          t("option.houseEdge"),
          <span className="n" translate="no">
            {formats.rate(chosen.houseEdge)}
          </span>,
        )}
      </dl>
      <p className="row small muted top">
        <LockIcon size="s" />
        <span>
          {t("option.escrow", {
            amount: payout === null ? "–" : formats.decimal(payout, { minDecimals: 2, maxDecimals: 2 }),
            coin: ASSET,
          })}
        </span>
      </p>
    </>
  );
}

/** Text for an invalid stake; insufficient funds is shown above the button with a link to get more. */
function useProblemText(): (
  problem: StakeProblem | undefined,
  offer: WireOptionOffer,
  remaining: string,
) => string | null {
  const t = useT();
  const formats = useFormats();
  const write = (amount: string) => formats.decimal(amount, { minDecimals: 0 });
  return (problem, offer, remaining) => {
    switch (problem) {
      case "empty":
        return t("trade.problemEmpty");
      case "minimum":
        return t("trade.problemMinimum", { bound: write(offer.minAmount), coin: ASSET });
      case "maximum":
        return t("trade.problemMaximum", { bound: write(offer.maxAmount), coin: ASSET });
      case "uncovered":
        return t("option.covered", { bound: write(remaining), coin: ASSET });
      default:
        return null;
    }
  };
}

interface BuyButtonsProps {
  readonly stake: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly locked: Locked | null;
  readonly onBuy: (direction: Direction) => void;
}

/** Each button shows its action and stake; the one just used shows the purchase before it is enabled again. */
function BuyButtons({ stake, isBusy, isDisabled, locked, onBuy }: BuyButtonsProps) {
  const t = useT();
  const formats = useFormats();
  const amount = formats.decimal(stake, { minDecimals: 2 });
  return (
    <div className="option-buy g2">
      {DIRECTIONS.map(({ direction, icon: Icon }) => {
        const isBought = locked?.isBought === true && locked.direction === direction;
        return (
          <Button
            key={direction}
            tone={DIRECTION_LOOKS[direction].tone}
            block
            busy={isBusy && locked?.direction === direction}
            disabled={isDisabled || locked !== null}
            onClick={() => onBuy(direction)}
          >
            {isBought ? <CheckIcon size="s" /> : <Icon size="s" />}
            {isBought ? t("option.boughtShort") : t(DIRECTION_LOOKS[direction].words, { amount })}
          </Button>
        );
      })}
    </div>
  );
}
