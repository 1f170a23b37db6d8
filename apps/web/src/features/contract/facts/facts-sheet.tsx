import { KeyValue } from "@candor/ui/card.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { HelpButton } from "../../../shared/help/help-button.tsx";
import { LoadFailed } from "../../../shell/calls/load-failed.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import type { ShownMarket } from "../../../trading/market/use-market.ts";
import { ShortDateText } from "../../../trading/orders/order-text.tsx";
import { useTimeText } from "../../../trading/tools/use-time-text.ts";
import { useBrackets, useMark } from "../contract-live.ts";
import type { ListedBrackets } from "../contract-terms.ts";
import { FundingCountdown } from "../funding-countdown.tsx";

/** Past funding rounds shown. */
const ROUNDS = 10;

interface FactsSheetProps {
  readonly shown: ShownMarket;
  readonly onClose: () => void;
}

/** A contract's order rules, fees, funding and tiers. */
export function FactsSheet({ shown, onClose }: FactsSheetProps) {
  const t = useT();
  const brackets = useBrackets();
  const listed = brackets.data?.list.find(({ symbol }) => symbol === shown.market.symbol);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t("contract.details")} · ${shown.market.symbol}`}
    >
      <div className="stack-4">
        {brackets.isError && <LoadFailed error={brackets.error} onRetry={() => void brackets.refetch()} />}
        {listed === undefined ? (
          !brackets.isError && <SkeletonRows count={8} label={t("shell.loading")} />
        ) : (
          <>
            <Terms shown={shown} listed={listed} />
            <Tiers listed={listed} quote={shown.look.quote} />
            <Rounds symbol={listed.symbol} />
          </>
        )}
      </div>
    </Sheet>
  );
}

interface TermsProps {
  readonly shown: ShownMarket;
  readonly listed: ListedBrackets;
}

function Terms({ shown: { market, look }, listed }: TermsProps) {
  const t = useT();
  const formats = useFormats();
  const timeText = useTimeText();
  const { fundingRate, nextFundingAtMs } = useMark(market);
  const amount = (value: string, asset: string) => (
    <FinancialText value={value} asset={asset} minDecimals={0} />
  );
  return (
    <KeyValue
      lines={[
        { key: "tick", label: t("about.priceStep"), value: amount(market.tick, look.quote) },
        { key: "lot", label: t("about.amountStep"), value: amount(market.lot, look.base) },
        { key: "least", label: t("about.smallestOrder"), value: amount(market.minNotional, look.quote) },
        { key: "most", label: t("about.largestOrder"), value: amount(market.maxQuantity, look.base) },
        {
          key: "fees",
          label: t("about.fees"),
          value: `${formats.rate(listed.makerFeeRate)} / ${formats.rate(listed.takerFeeRate)}`,
        },
        {
          key: "liquidation",
          label: t("records.liquidationFee"),
          value: formats.rate(listed.liquidationFeeRate),
        },
        {
          key: "next",
          label: t("contract.fundingCountdown"),
          value: (
            <>
              {formats.rate(fundingRate, { signed: true })} · <FundingCountdown atMs={nextFundingAtMs} />
            </>
          ),
        },
        { key: "every", label: t("tools.fundingEvery"), value: timeText(listed.fundingIntervalSeconds) },
        { key: "cap", label: t("tools.fundingCap"), value: `±${formats.rate(listed.fundingCapRate)}` },
      ]}
    />
  );
}

function Tiers({ listed, quote }: { readonly listed: ListedBrackets; readonly quote: string }) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h3 className="med">
        {t("records.tiers")} <HelpButton article="leverage" topic={t("records.tiers")} />
      </h3>
      <Table
        label={t("records.tiers")}
        rows={listed.brackets}
        rowKey={({ tier }) => String(tier)}
        columns={[
          { key: "tier", header: t("records.tier"), renderCell: ({ tier }) => formats.integer(tier) },
          {
            key: "cap",
            header: `${t("records.upTo")} (${quote})`,
            align: "right",
            renderCell: ({ notionalCap }) => <FinancialText value={notionalCap} minDecimals={0} />,
          },
          {
            key: "leverage",
            header: t("contract.leverage"),
            align: "right",
            renderCell: ({ maxLeverage }) => `${formats.integer(maxLeverage)}×`,
          },
          {
            key: "maintenance",
            header: t("tools.maintenance"),
            align: "right",
            renderCell: ({ maintenanceRate }) => formats.rate(maintenanceRate),
          },
        ]}
      />
    </section>
  );
}

/** The newest fundings of the contract. */
function Rounds({ symbol }: { readonly symbol: string }) {
  const t = useT();
  const formats = useFormats();
  const { data, isError, error, refetch } = useCall("fundingRate", { symbol, limit: ROUNDS });
  if (isError) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.list.length === 0) return null;
  return (
    <section>
      <h3 className="med">
        {t("tools.pastFunding")} <HelpButton article="funding" topic={t("tools.pastFunding")} />
      </h3>
      <Table
        label={t("tools.pastFunding")}
        rows={data.list}
        rowKey={({ timeMs }) => String(timeMs)}
        columns={[
          {
            key: "date",
            header: t("trade.date"),
            renderCell: ({ timeMs }) => <ShortDateText timeMs={timeMs} />,
          },
          {
            key: "rate",
            header: t("records.rate"),
            align: "right",
            renderCell: ({ fundingRate }) => formats.rate(fundingRate, { signed: true }),
          },
          {
            key: "mark",
            header: t("contract.mark"),
            align: "right",
            renderCell: ({ markPrice }) => <FinancialText value={markPrice} />,
          },
        ]}
      />
    </section>
  );
}
