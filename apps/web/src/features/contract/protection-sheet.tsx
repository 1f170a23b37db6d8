import type { TriggerBy } from "@candor/domain/enumerations";
import { valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { trimZeros } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live as liveData } from "../../shell/services/services.ts";
import { priceText, readTicks } from "../../trading/market/market-terms.ts";
import { useLiveValue } from "../../trading/market/use-live-value.ts";
import type { TicketProblem } from "../../trading/ticket/ticket-problems.ts";
import { type LivePosition, markStore } from "./contract-live.ts";
import { contractProblemText, TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import { type ContractTerms, ticksOf } from "./contract-terms.ts";
import { TriggerByChoice } from "./contract-ticket-form.tsx";
import { MoneyText } from "./figure-text.tsx";
import type { ContractActions } from "./use-contract-actions.ts";

export interface PositionSheetProps {
  /** Undefined if closed. */
  readonly live: LivePosition | undefined;
  readonly onClose: () => void;
  readonly acts: ContractActions;
}

/** Sets take-profit and stop-loss of a position. */
export function ProtectionSheet({ live, onClose, acts }: PositionSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`${t("contract.protection")} · ${live?.position.symbol ?? ""}`}
    >
      {live !== undefined && <ProtectionForm live={live} onClose={onClose} acts={acts} />}
    </Sheet>
  );
}

interface FormProps extends PositionSheetProps {
  readonly live: LivePosition;
}

interface Level {
  readonly ticks: number | undefined;
  readonly problem: TicketProblem | undefined;
}

/** Parses a level, which must be above or below the trigger price, depending on the side. */
function judgeLevel(
  text: string,
  isAbove: boolean,
  reference: number | undefined,
  terms: ContractTerms,
): Level {
  if (text === "") return { ticks: undefined, problem: undefined };
  const ticks = readTicks(text, terms);
  if (ticks === undefined)
    return { ticks, problem: { reason: "tick", bound: priceText(1, terms), coin: terms.quote } };
  const isWrong = reference !== undefined && (isAbove ? ticks <= reference : ticks >= reference);
  if (!isWrong) return { ticks, problem: undefined };
  return {
    ticks,
    problem: { reason: isAbove ? "trigger-above" : "trigger-below", bound: priceText(reference, terms) },
  };
}

function ProtectionForm({ live, onClose, acts }: FormProps) {
  const t = useT();
  const formats = useFormats();
  const { position, held } = live;
  const { terms } = held;
  const [takeProfit, setTakeProfit] = useState(trimZeros(position.takeProfitPrice ?? ""));
  const [stopLoss, setStopLoss] = useState(trimZeros(position.stopLossPrice ?? ""));
  const [triggerBy, setTriggerBy] = useState<TriggerBy>(position.triggerBy);
  const [isBusy, setBusy] = useState(false);
  const price = usePriceBy(live, triggerBy);
  const reference = ticksOf(price, terms);
  const profit = judgeLevel(takeProfit, held.lots > 0, reference, terms);
  const loss = judgeLevel(stopLoss, held.lots < 0, reference, terms);
  const had = position.takeProfitPrice !== null || position.stopLossPrice !== null;
  const isEmpty = takeProfit === "" && stopLoss === "";
  const mayPass = profit.problem === undefined && loss.problem === undefined && (had || !isEmpty);
  const submit = async () => {
    if (!mayPass) return;
    setBusy(true);
    const text = (ticks: number | undefined) => (ticks === undefined ? null : priceText(ticks, terms));
    const isDone = await acts.protect({
      ...live.named,
      takeProfitPrice: text(profit.ticks),
      stopLossPrice: text(loss.ticks),
      triggerBy,
    });
    setBusy(false);
    if (isDone) onClose();
  };
  const field = (label: string, value: string, onValueChange: (text: string) => void, judged: Level) => (
    <DecimalInput
      label={label}
      value={value}
      onValueChange={onValueChange}
      decimals={terms.scale.priceDecimals}
      counts={terms.quote}
      step={priceText(1, terms)}
      stepFrom={price ?? "0"}
      placeholder={t("trade.optional")}
      error={contractProblemText(judged.problem, triggerBy, t, formats)}
    />
  );
  return (
    <Form className="stack-4" translate="no" onSubmit={submit}>
      <TriggerByChoice value={triggerBy} onValueChange={setTriggerBy} labelShown />
      {field(t("contract.takeProfitIn", { coin: terms.quote }), takeProfit, setTakeProfit, profit)}
      {field(t("contract.stopLossIn", { coin: terms.quote }), stopLoss, setStopLoss, loss)}
      <KeyValue
        lines={[
          {
            key: "entry",
            label: t("contract.entry"),
            value: <FinancialText value={position.averagePrice} />,
          },
          { key: "now", label: t(TRIGGER_BY_WORDS[triggerBy]), value: <FinancialText value={price} /> },
          {
            key: "profit",
            label: t("contract.atTakeProfit"),
            value: <Gain live={live} ticks={profit.ticks} />,
          },
          { key: "loss", label: t("contract.atStopLoss"), value: <Gain live={live} ticks={loss.ticks} /> },
        ]}
      />
      <Notice>{t("contract.protectionNote")}</Notice>
      <Button type="submit" tone="primary" block busy={isBusy} disabled={!mayPass}>
        {t(isEmpty && had ? "contract.removeProtection" : "contract.setProtection")}
      </Button>
    </Form>
  );
}

/** Profit of the position at a price. */
function Gain({
  live: { held },
  ticks,
}: {
  readonly live: LivePosition;
  readonly ticks: number | undefined;
}) {
  const { terms, lots, costUnits } = held;
  const units =
    ticks === undefined
      ? undefined
      : unrealizedOf(lots, costUnits, valueOf(lots, ticks, terms.scale.quoteUnitsPerTickLot));
  return <MoneyText units={units} terms={terms} signed hasCoin />;
}

/** Current value of the selected trigger price type. */
function usePriceBy({ position, markPrice }: LivePosition, triggerBy: TriggerBy): string | null {
  const mark = useLive(markStore(position.symbol));
  const last = useLiveValue(liveData.trades(position.symbol, "contract"), ({ trades }) => trades[0]?.price);
  if (triggerBy === "mark") return markPrice;
  const index = mark.indexPrice ?? position.indexPrice;
  return triggerBy === "index" ? index : (last ?? index);
}
