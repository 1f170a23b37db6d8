import { Sheet } from "@candor/ui/sheet.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { lazy, Suspense } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";

/** Loaded on first use. */
const PairList = lazy(async () => ({
  default: (await loadPart(() => import("./pair-list.tsx"))).PairList,
}));

export interface PairSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly symbol: string;
  /** Kind of markets to choose from; default: spot. */
  readonly kind?: MarketKind;
  /** Filter for markets; default: all. */
  readonly accepts?: (market: WireMarket) => boolean;
  readonly onChoose: (symbol: string) => void;
}

const any = (): boolean => true;

/** Changes the market without leaving the screen. */
export function PairSheet({
  open,
  onOpenChange,
  symbol,
  kind = "spot",
  accepts = any,
  onChoose,
}: PairSheetProps) {
  const t = useT();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("trade.chooseMarket")}>
      <Suspense>
        <PairList
          symbol={symbol}
          kind={kind}
          accepts={accepts}
          onChoose={(next) => {
            onChoose(next);
            onOpenChange(false);
          }}
        />
      </Suspense>
    </Sheet>
  );
}
