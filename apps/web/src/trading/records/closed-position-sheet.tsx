import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireClosedPosition } from "@candor/wire/profit-calls";
import { type ReactNode, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ShareSheet } from "../../shared/share-card/share-sheet.tsx";
import { CoinAmount, END_WORDS, ReturnRate } from "./closed-position-words.tsx";

interface Props {
  readonly position: WireClosedPosition | null;
  readonly onClose: () => void;
}

/** How the result of a closed position is calculated. */
export function ClosedPositionSheet({ position, onClose }: Props) {
  const [shared, setShared] = useState<WireClosedPosition | null>(null);
  return (
    <>
      <Sheet open={position !== null} onOpenChange={onClose} title={position?.symbol ?? ""}>
        {position !== null && (
          <Calculation
            position={position}
            onShare={() => {
              setShared(position);
              onClose();
            }}
          />
        )}
      </Sheet>
      {shared !== null && <ShareClosed position={shared} onClose={() => setShared(null)} />}
    </>
  );
}

function ShareClosed({
  position,
  onClose,
}: {
  readonly position: WireClosedPosition;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <ShareSheet
      onClose={onClose}
      subject={{
        symbol: position.symbol,
        side: position.side,
        leverage: position.leverage,
        roe: position.roe,
        entryPrice: position.entryPrice,
        lastPrice: position.exitPrice,
        lastPriceLabel: t("profit.exit"),
        profit: position.netProfit,
        profitLabel: t("profit.net"),
        state: t("profit.closedState"),
        timeMs: position.closedAtMs,
      }}
    />
  );
}

interface CalculationProps {
  readonly position: WireClosedPosition;
  readonly onShare: () => void;
}

function Calculation({ position, onShare }: CalculationProps) {
  const t = useT();
  const line = (key: string, label: string, value: ReactNode) => ({ key, label, value });
  const usdt = (value: string, sign: "auto" | "always" = "always") => (
    <FinancialText value={value} asset="USDT" minDecimals={2} sign={sign} />
  );
  const fee = position.fee.startsWith("-") ? position.fee.slice(1) : `-${position.fee}`;
  return (
    <div className="stack-4">
      <Facts position={position} />
      <KeyValue
        lines={[
          line("realized", t("profit.beforeCosts"), usdt(position.realizedProfit)),
          line("fee", t("trade.fee"), usdt(fee)),
          line("funding", t("records.funding"), usdt(position.funding)),
          {
            ...line(
              "net",
              t("profit.net"),
              <FinancialText value={position.netProfit} asset="USDT" minDecimals={2} sign="always" toned />,
            ),
            total: true,
          },
          line(
            "margin",
            t("profit.largestMargin", { leverage: position.leverage }),
            usdt(position.margin, "auto"),
          ),
          { ...line("roe", t("profit.roe"), <ReturnRate rate={position.roe} />), total: true },
        ]}
      />
      <p className="small muted">{t("profit.closedFormula")}</p>
      <Button block onClick={onShare}>
        {t("profit.share")}
      </Button>
    </div>
  );
}

/** What was opened and closed, when and how. */
function Facts({ position }: { readonly position: WireClosedPosition }) {
  const t = useT();
  const formats = useFormats();
  const price = (value: string) => <FinancialText value={value} asset="USDT" />;
  const side = t(position.side === "long" ? "records.long" : "records.short");
  const mode = t(position.marginMode === "cross" ? "records.cross" : "records.isolated");
  const lines: readonly (readonly [string, ReactNode])[] = [
    [t("records.position"), `${side} ${position.leverage}× · ${mode}`],
    [t("profit.openedAt"), formats.date(position.openedAtMs, "full")],
    [t("profit.closedAt"), formats.date(position.closedAtMs, "full")],
    [t("profit.endedBy"), t(END_WORDS[position.endedBy])],
    [t("profit.size"), <CoinAmount key="size" value={position.quantity} symbol={position.symbol} />],
    [t("profit.maxSize"), <CoinAmount key="max" value={position.maxQuantity} symbol={position.symbol} />],
    [t("profit.entry"), price(position.entryPrice)],
    [t("profit.exit"), price(position.exitPrice)],
  ];
  return <KeyValue small lines={lines.map(([label, value]) => ({ key: label, label, value }))} />;
}
