import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import "@candor/ui/display.css";
import { Button } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { ChartIcon } from "@candor/ui/icons.tsx";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import type { WireOrder } from "@candor/wire/objects";
import { type ReactNode, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useDesktop, useTablet } from "../../shell/hooks/use-media-query.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { LEVERAGE } from "../../shell/routing/routes.ts";
import { BookColumn } from "../../trading/book/book-column.tsx";
import { useDrawnOrders } from "../../trading/chart/use-drawn-orders.ts";
import { useWithEntry } from "../../trading/chart/use-entry-line.ts";
import { MarketState } from "../../trading/market/market-state.tsx";
import { PairBar, PairHeaderPhone } from "../../trading/market/pair-header.tsx";
import { PairSheet } from "../../trading/market/pair-sheet.tsx";
import { type ShownMarket, useMarket, useSymbol } from "../../trading/market/use-market.ts";
import { ProductTabs } from "../../trading/terminal/product-tabs.tsx";
import "../../trading/terminal/terminal.css";
import { TerminalFrame } from "../../trading/terminal/terminal-frame.tsx";
import { useTicket } from "../../trading/terminal/use-ticket.ts";
import { lowestUsableLeverage } from "./lowest-usable-leverage.ts";
import "./lever.css";
import { LeverAccountCard } from "./lever-account-card.tsx";
import { LeverChoiceFields } from "./lever-choice.tsx";
import { LeverRecords } from "./lever-records.tsx";
import { LeverTicket } from "./lever-ticket.tsx";
import { RepaySheet, TransferSheet } from "./money-sheets.tsx";
import { type LeverChoice, useLeverAccount, useLeverActions, useOpenLeverOrders } from "./use-lever.ts";

const NO_ORDERS: readonly WireOrder[] = [];
/** Same height as the ticket. */
const BOOK_ROWS = 9;

/** Margin orders on the spot book: margin account, ticket, book and loans. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol);
  const [isChoosing, setChoosing] = useState(false);
  usePageTitle(shown ? `${t("lever.title")} ${shown.look.name}` : t("lever.title"));
  const openPairs = () => setChoosing(true);
  return (
    <>
      {!isDesktop && <ProductTabs current={LEVERAGE} />}
      {shown ? (
        <OfferedPair key={symbol} shown={shown} isDesktop={isDesktop} onChoosePair={openPairs} />
      ) : (
        <MarketState shown={shown} onChoosePair={openPairs} />
      )}
      <PairSheet open={isChoosing} onOpenChange={setChoosing} symbol={symbol} onChoose={choose} />
    </>
  );
}

interface PairProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly onChoosePair: () => void;
}

/** Terminal of a pair with margin trading; for other pairs, a link to one. */
function OfferedPair(props: PairProps) {
  const { shown, onChoosePair } = props;
  const t = useT();
  const { data, error, isError, refetch } = useCall("leverType", {});
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={8} label={t("shell.loading")} />;
  const steps = data.leftList1.find(({ symbol }) => symbol === shown.market.symbol)?.leverages;
  if (steps === undefined) {
    return (
      <Empty
        icon={ChartIcon}
        title={t("lever.notOffered", { pair: shown.look.name })}
        action={
          <Button tone="primary" size="small" onClick={onChoosePair}>
            {t("lever.chooseOther")}
          </Button>
        }
      />
    );
  }
  return <Terminal {...props} steps={steps} />;
}

const isEmpty = ({ base, quote }: WireLeverAccount): boolean =>
  [base, quote].every(({ available, frozen }) => Number(available) + Number(frozen) === 0);

interface TerminalProps extends PairProps {
  readonly steps: readonly number[];
}

/** The chosen leverage, at first the largest that the account's level allows. */
function useLeverChoice(
  steps: readonly number[],
  account: WireLeverAccount | undefined,
): readonly [LeverChoice, (choice: LeverChoice) => void] {
  const [chosen, setChoice] = useState<LeverChoice>();
  const choice = chosen ?? {
    leverage: lowestUsableLeverage(steps, account?.marginLevel ?? null),
    effect: "none",
  };
  // Once the account is known the choice is fixed, even if orders and the index change its level.
  if (chosen === undefined && account !== undefined) setChoice(choice);
  return [choice, setChoice];
}

interface HintProps {
  readonly account: WireLeverAccount | undefined;
  readonly onIntoAccount: () => void;
}

function EmptyHint({ account, onIntoAccount }: HintProps) {
  return (
    <FirstSteps product="lever" isAccountEmpty={account && isEmpty(account)} onIntoAccount={onIntoAccount} />
  );
}

/** The open margin orders as lines of the chart. */
function useLeverLines(
  shown: ShownMarket,
  orders: readonly WireOrder[] | undefined,
  { changePrice }: ReturnType<typeof useLeverActions>,
) {
  return useDrawnOrders(shown.market.symbol, orders ?? NO_ORDERS, { shown, changePrice });
}

function Terminal({ shown, isDesktop, onChoosePair, steps }: TerminalProps) {
  const { account } = useLeverAccount(shown.market.symbol);
  const acts = useLeverActions();
  const orders = useOpenLeverOrders();
  const lines = useWithEntry(shown.market.symbol, "lever", useLeverLines(shown, orders, acts));
  const control = useTicket(shown);
  const isTablet = useTablet();
  const [choice, setChoice] = useLeverChoice(steps, account);
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const ticket = (
    <LeverTicket
      shown={shown}
      account={account}
      choice={choice}
      control={control}
      acts={acts}
      isDesktop={isDesktop}
      onTransfer={() => setSheet("transfer")}
    />
  );
  const choiceFields = <LeverChoiceFields steps={steps} choice={choice} onChoose={setChoice} />;
  const card = account && (
    <LeverAccountCard
      account={account}
      maxLeverage={Math.max(...steps)}
      onTransfer={() => setSheet("transfer")}
      onRepay={() => setSheet("repay")}
    />
  );
  const sheets = account && (
    <AccountSheets open={sheet} account={account} acts={acts} onClose={() => setSheet(null)} />
  );
  const hint = <EmptyHint account={account} onIntoAccount={() => setSheet("transfer")} />;
  const records = <LeverRecords shown={shown} acts={acts} orders={orders} isDesktop={isDesktop} />;
  if (!isTablet) {
    const parts = { hint, choiceFields, ticket, card, records, sheets };
    return (
      <PhoneTerminal
        shown={shown}
        onChoosePair={onChoosePair}
        account={account}
        orders={orders ?? NO_ORDERS}
        onPick={control.pick}
        parts={parts}
      />
    );
  }
  return (
    <>
      {hint}
      <TerminalFrame
        shown={shown}
        bar={<PairBar shown={shown} onChoosePair={onChoosePair} />}
        lines={lines}
        product="lever"
        onChartPrice={control.takeChartPrice}
        book={{ ownOrders: orders ?? NO_ORDERS, onPick: control.pick }}
        ticket={
          <>
            {choiceFields}
            {ticket}
            {card}
          </>
        }
        records={records}
      />
      {sheets}
    </>
  );
}

type OpenSheet = "transfer" | "repay" | null;

interface SheetsProps {
  readonly open: OpenSheet;
  readonly account: WireLeverAccount;
  readonly acts: ReturnType<typeof useLeverActions>;
  readonly onClose: () => void;
}

function AccountSheets({ open, account, acts, onClose }: SheetsProps) {
  return (
    <>
      <TransferSheet open={open === "transfer"} account={account} acts={acts} onClose={onClose} />
      <RepaySheet open={open === "repay"} account={account} acts={acts} onClose={onClose} />
    </>
  );
}

interface PhoneProps extends Pick<PairProps, "shown" | "onChoosePair"> {
  readonly account: WireLeverAccount | undefined;
  readonly orders: readonly WireOrder[];
  readonly onPick: ReturnType<typeof useTicket>["pick"];
  readonly parts: Readonly<
    Record<"hint" | "choiceFields" | "ticket" | "card" | "records" | "sheets", ReactNode>
  >;
}

function PhoneTerminal({ shown, onChoosePair, account, orders, onPick, parts }: PhoneProps) {
  const { hint, choiceFields, ticket, card, records, sheets } = parts;
  // The card keeps its place when funds arrive; only risk moves it to the top.
  const isCardFirst = account !== undefined && account.status !== "normal";
  return (
    <div className="trade-phone">
      <PairHeaderPhone shown={shown} onChoosePair={onChoosePair} />
      {hint}
      {isCardFirst && card}
      {choiceFields}
      <div className="trade-split">
        {ticket}
        <BookColumn shown={shown} rows={BOOK_ROWS} layout="below" ownOrders={orders} onPick={onPick} />
      </div>
      {!isCardFirst && card}
      {records}
      {sheets}
    </div>
  );
}
