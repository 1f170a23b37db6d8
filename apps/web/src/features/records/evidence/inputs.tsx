import { Card, KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import { Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t.ts";
import type { Evidence, FundingInputs, LiquidationInputs } from "./check.ts";
import { LeverInterest, LeverLiquidation } from "./lever-inputs.tsx";
import { MiningInputs } from "./mining-inputs.tsx";
import { OptionTicks } from "./option-ticks.tsx";

/** All inputs of the computation and their journal positions. */
export function Inputs({ evidence }: { readonly evidence: Evidence }) {
  const t = useT();
  const formats = useFormats();
  const { frame, inputs, seq } = evidence;
  return (
    <div className="stack-4">
      <Card title={t("records.inputs")} className="stack-3">
        {inputs.kind === "funding" && <Funding inputs={inputs} remainder={remainderOf(evidence)} />}
        {inputs.kind === "liquidation" && <Liquidation inputs={inputs} />}
        {inputs.kind === "lever-interest" && <LeverInterest inputs={inputs} />}
        {inputs.kind === "lever-liquidation" && <LeverLiquidation inputs={inputs} />}
        {inputs.kind === "mining" && <MiningInputs inputs={inputs} />}
        {inputs.kind === "option" && <OptionTicks inputs={inputs} />}
      </Card>
      <Card title={t("records.journal")} className="stack-3">
        <p className="small muted">{t("records.journalNote")}</p>
        <KeyValue
          small
          lines={[
            { key: "seq", label: t("records.command"), value: formats.integer(seq) },
            { key: "frame", label: t("records.frame"), value: formats.integer(frame.seq) },
          ]}
        />
        <p className="small muted">{t("records.frameHash")}</p>
        <p className="proof-hash">{frame.hash}</p>
        <p className="small muted">{t("records.previousHash")}</p>
        <p className="proof-hash">{frame.previousHash}</p>
        <p className="small muted">{t("records.hashNote")}</p>
      </Card>
    </div>
  );
}

function Summary({ children }: { readonly children: ReactNode }) {
  return (
    <summary className="link">
      {children}
      <ChevronDownIcon size="s" />
    </summary>
  );
}

const price = (value: string) => <FinancialText value={value} minDecimals={2} />;
const quantity = (value: string) => <FinancialText value={value} minDecimals={0} />;

const remainderOf = ({ result }: Evidence): string | null =>
  result.kind === "funding" ? result.remainder : null;

interface FundingProps {
  readonly inputs: FundingInputs;
  /** Remainder of the round's payments; it depends on everyone's payments, not just this one. */
  readonly remainder: string | null;
}

function Funding({ inputs, remainder }: FundingProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      <KeyValue
        small
        lines={[
          {
            key: "side",
            label: t("records.position"),
            value: t(inputs.positionSide === "long" ? "records.long" : "records.short"),
          },
          { key: "quantity", label: t("trade.amount"), value: quantity(inputs.quantity) },
          { key: "mark", label: t("records.markPrice"), value: price(inputs.markPrice) },
          { key: "index", label: t("trade.index"), value: price(inputs.indexPrice) },
          { key: "interest", label: t("records.interest"), value: formats.rate(inputs.interestRate) },
          { key: "cap", label: t("records.cap"), value: `±${formats.rate(inputs.capRate)}` },
          { key: "due", label: t("records.due"), value: formats.date(inputs.dueAtMs, "full") },
          ...stepLines(inputs.terms, t("records.priceStep"), t("records.quantityStep")),
          {
            key: "remainder",
            label: t("records.remainder"),
            value: <FinancialText value={remainder} asset="USDT" minDecimals={2} />,
          },
        ]}
      />
      <details className="proof-samples">
        <Summary>{t("records.premiums", { count: inputs.premiums.length })}</Summary>
        <ol>
          {inputs.premiums.map((sample, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a sample is the minute that it stands at
            <li key={at} className="n">
              {formats.rate(sample)}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function Liquidation({ inputs }: { readonly inputs: LiquidationInputs }) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      <KeyValue
        small
        lines={[
          {
            key: "mode",
            label: t("records.marginMode"),
            value: t(inputs.marginMode === "cross" ? "records.cross" : "records.isolated"),
          },
          { key: "fee", label: t("records.liquidationFee"), value: formats.rate(inputs.liquidationFeeRate) },
          ...stepLines(inputs.terms, t("records.priceStep"), t("records.quantityStep")),
        ]}
      />
      {inputs.steps.map((step, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps are numbered by their place
        <StepInputs key={at} step={step} number={at + 1} />
      ))}
      <details className="proof-samples">
        <Summary>{t("records.tiers")}</Summary>
        <Brackets brackets={inputs.brackets} />
      </details>
    </>
  );
}

interface StepProps {
  readonly step: LiquidationInputs["steps"][number];
  readonly number: number;
}

function StepInputs({ step, number }: StepProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <details className="proof-samples">
      <Summary>{t("records.stepInputs", { step: number })}</Summary>
      <KeyValue
        small
        lines={[
          { key: "time", label: t("trade.time"), value: formats.date(step.timeMs, "full") },
          { key: "quantity", label: t("trade.amount"), value: quantity(step.quantity) },
          { key: "cost", label: t("records.entryCost"), value: price(step.entryCost) },
          { key: "margin", label: t("records.margin"), value: price(step.margin) },
          ...(step.positions.length === 0
            ? []
            : [{ key: "wallet", label: t("records.walletBalance"), value: price(step.walletBalance) }]),
          ...step.positions.map((position) => ({
            key: `of ${position.symbol}`,
            label: (
              <>
                {position.symbol} {t(position.side === "long" ? "records.long" : "records.short")} ·{" "}
                {t(position.marginMode === "cross" ? "records.cross" : "records.isolated")}
              </>
            ),
            value: (
              <>
                {quantity(position.quantity)} · {price(position.entryCost)} · {price(position.mark.markPrice)}
              </>
            ),
          })),
          { key: "index", label: t("trade.index"), value: price(step.mark.indexPrice) },
          { key: "funding", label: t("records.fundingTerm"), value: price(step.mark.fundingTerm) },
          { key: "basis", label: t("records.basisTerm"), value: price(step.mark.basisTerm) },
          { key: "last", label: t("records.lastTerm"), value: price(step.mark.lastTerm) },
          { key: "fund", label: t("records.fundAfter"), value: price(step.fundAfter) },
        ]}
      />
    </details>
  );
}

function Brackets({ brackets }: Pick<LiquidationInputs, "brackets">) {
  const t = useT();
  const formats = useFormats();
  return (
    <Table
      label={t("records.tiers")}
      rows={brackets}
      rowKey={({ tier }) => String(tier)}
      columns={[
        { key: "tier", header: t("records.tier"), renderCell: ({ tier }) => formats.integer(tier) },
        {
          key: "cap",
          header: t("records.upTo"),
          align: "right",
          renderCell: ({ notionalCap }) => <FinancialText value={notionalCap} minDecimals={0} />,
        },
        {
          key: "rate",
          header: t("records.rate"),
          align: "right",
          renderCell: ({ maintenanceRate }) => formats.rate(maintenanceRate),
        },
        {
          key: "less",
          header: t("records.cumulative"),
          align: "right",
          renderCell: ({ cumulative }) => <FinancialText value={cumulative} minDecimals={0} />,
        },
      ]}
    />
  );
}

function stepLines(
  terms: FundingInputs["terms"],
  priceWords: string,
  quantityWords: string,
): readonly KeyValueLine[] {
  return [
    { key: "tick", label: priceWords, value: quantity(terms.tick) },
    { key: "lot", label: quantityWords, value: quantity(terms.lot) },
  ];
}
