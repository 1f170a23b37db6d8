import type { OrderType } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { PlusIcon } from "@candor/ui/icons.tsx";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import { useT } from "../../i18n/use-t.ts";
import { LEVERAGE } from "../../shell/routing/routes.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { shownDecimals } from "../../trading/market/market-terms.ts";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { useMarketFigures } from "../../trading/market/use-market-figures.ts";
import { useMarketTurn } from "../../trading/market/use-market-turn.ts";
import type { TicketControl } from "../../trading/terminal/use-ticket.ts";
import { ConfirmedTicket } from "../../trading/ticket/confirmed-ticket.tsx";
import { useMarketNow } from "../../trading/ticket/ticket-panel.tsx";
import { type SpotPayload, summarizeTicket } from "../../trading/ticket/ticket-summary.ts";
import { maxPayment, previewLoan, spendableUnits } from "./lever-capacity.ts";
import { LoanLines } from "./loan-lines.tsx";
import type { LeverActions, LeverChoice } from "./use-lever.ts";

const TYPES: readonly OrderType[] = ["limit", "market", "stop-limit", "stop-market", "trailing-stop"];
interface Props {
  readonly shown: ShownMarket;
  readonly account: WireLeverAccount | undefined;
  readonly choice: LeverChoice;
  readonly control: TicketControl;
  readonly acts: LeverActions;
  readonly isDesktop: boolean;
  readonly onTransfer: () => void;
}

/** The spot ticket for the margin account's balance and borrowing limit. */
export function LeverTicket(props: Props) {
  const { shown, account, choice, control, acts, isDesktop, onTransfer } = props;
  const { market, terms } = shown;
  const t = useT();
  const { ticket, dispatch } = control;
  const { lastPrice, indexPrice, status, statusReason } = useMarketFigures(market);
  useMarketTurn(market);
  const now = useMarketNow(terms, lastPrice, indexPrice, ticket.type);
  const isBuy = ticket.side === "buy";
  const availableUnits = account && spendableUnits(account, terms, isBuy, choice, now.indexTicks);
  const summary = summarizeTicket(ticket, terms, now, availableUnits);
  const isLoan = account !== undefined && summary.affordable !== false;
  const pays = maxPayment(ticket, terms, now.indexTicks, summary.paysUnits, availableUnits);
  const loan = isLoan ? previewLoan(account, terms, isBuy, choice, now.indexTicks, pays) : undefined;
  const place = (order: SpotPayload) => {
    const { product: _, ...payload } = order;
    return acts.place({ ...payload, ...choice });
  };
  const costs = loan && <LoanLines loan={loan} terms={terms} isBuy={isBuy} />;
  return (
    <div className="ticket-column">
      <ConfirmedTicket
        product="lever"
        terms={terms}
        status={status}
        statusReason={statusReason}
        takerFeeRate={market.takerFeeRate}
        ticket={ticket}
        summary={summary}
        dispatch={dispatch}
        availableUnits={availableUnits}
        now={now}
        isBusy={acts.isPlacing}
        isDesktop={isDesktop}
        types={TYPES}
        returnTo={`${LEVERAGE}?symbol=${market.symbol}`}
        available={<Available units={availableUnits} shown={shown} isBuy={isBuy} onTransfer={onTransfer} />}
        {...(choice.effect === "borrow" && { availableLabel: t("lever.availableWithLoan") })}
        costs={costs}
        moveFunds={
          <button type="button" className="link" onClick={onTransfer}>
            {t("lever.transfer")}
          </button>
        }
        place={place}
      />
    </div>
  );
}

interface AvailableProps {
  readonly units: number | undefined;
  readonly shown: ShownMarket;
  readonly isBuy: boolean;
  readonly onTransfer: () => void;
}

/** Spendable amount and a link to transfer more into the margin account, not the spot wallet. */
function Available({ units, shown, isBuy, onTransfer }: AvailableProps) {
  const t = useT();
  const { base, quote, scale } = shown.terms;
  const coinScale = isBuy ? scale.quoteScale : scale.baseScale;
  return (
    <button type="button" className="ticket-available" title={t("lever.transfer")} onClick={onTransfer}>
      <BalanceText
        value={units === undefined ? null : formatDecimal(units, coinScale)}
        asset={isBuy ? quote : base}
        minDecimals={isBuy ? shownDecimals(coinScale) : 0}
      />
      <PlusIcon size="s" />
      <span className="vh">{t("lever.transfer")}</span>
    </button>
  );
}
