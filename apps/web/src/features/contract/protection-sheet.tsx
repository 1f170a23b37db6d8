import type { TriggerBy } from "@candor/domain/enumerations";
import { trimZeros } from "@candor/money/decimal";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { priceText } from "../../trading/market/market-terms.ts";
import type { LivePosition } from "./contract-live.ts";
import { contractProblemText, TRIGGER_BY_WORDS } from "./contract-problem-text.ts";
import { ticksOf } from "./contract-terms.ts";
import { TriggerByChoice } from "./contract-ticket-form.tsx";
import { MoneyText } from "./figure-text.tsx";
import { judgeLevel, type Level } from "./judge-level.ts";
import { netProfitOfPart } from "./part-level.ts";
import { PartProtection } from "./part-protection.tsx";
import { positionTitle } from "./position-name.ts";
import type { ContractActions } from "./use-contract-actions.ts";
import { usePriceBy } from "./use-price-by.ts";

export interface PositionSheetProps {
  /** Undefined if closed. */
  readonly live: LivePosition | undefined;
  readonly onClose: () => void;
  readonly acts: ContractActions;
}

type Scope = "whole" | "part";

/** Where the levels are that the position has. */
function firstScope(live: LivePosition | undefined): Scope {
  if (live === undefined || live.partLevels.length === 0) return "whole";
  const { takeProfitPrice, stopLossPrice } = live.position;
  return takeProfitPrice === null && stopLossPrice === null ? "part" : "whole";
}

/** Sets take-profit and stop-loss of a position: one pair for all of it, and any number for parts. */
export function ProtectionSheet({ live, onClose, acts }: PositionSheetProps) {
  const t = useT();
  const [chosen, setScope] = useState<Scope | null>(null);
  const scope = chosen ?? firstScope(live);
  const close = (): void => {
    setScope(null);
    onClose();
  };
  return (
    <Sheet
      open={live !== undefined}
      onOpenChange={(open) => !open && close()}
      title={positionTitle(t, t("contract.protection"), live)}
    >
      {live !== undefined && (
        <div className="stack-4">
          <Segmented
            label={t("contract.partScope")}
            value={scope}
            onValueChange={setScope}
            choices={[
              { value: "whole", label: t("contract.wholePosition") },
              { value: "part", label: t("contract.partOfPosition") },
            ]}
          />
          {scope === "whole" ? (
            <ProtectionForm live={live} onClose={close} acts={acts} />
          ) : (
            <PartProtection live={live} acts={acts} />
          )}
        </div>
      )}
    </Sheet>
  );
}

interface FormProps extends PositionSheetProps {
  readonly live: LivePosition;
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

/** Profit of the position at a price, less the highest fees of entry and exit. */
function Gain({
  live: { held },
  ticks,
}: {
  readonly live: LivePosition;
  readonly ticks: number | undefined;
}) {
  const units = ticks === undefined ? undefined : netProfitOfPart(held, Math.abs(held.lots), ticks);
  return <MoneyText units={units} terms={held.terms} signed hasCoin />;
}
