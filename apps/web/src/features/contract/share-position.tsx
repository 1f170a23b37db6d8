import { formatDecimal } from "@candor/money/decimal";
import { IconButton } from "@candor/ui/button.tsx";
import { ArrowUpRightIcon } from "@candor/ui/page-icons.tsx";
import { lazy, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import type { ShareSubject } from "../../shared/share-card/share-sheet.tsx";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { socket } from "../../shell/services/services.ts";
import type { LivePosition } from "./contract-live.ts";

const ShareSheet = lazy(async () => ({
  default: (
    await loadPart(() => withWords(["profit"], () => import("../../shared/share-card/share-sheet.tsx")))
  ).ShareSheet,
}));

const PPM_DECIMALS = 6;

/** Makes a picture of an open position at the mark of this moment. */
export function SharePosition({ live }: { readonly live: LivePosition }) {
  const t = useT();
  const [subject, setSubject] = useState<ShareSubject | null>(null);
  const { figures, held, markPrice, position } = live;
  const { returnPpm } = figures;
  if (returnPpm === undefined) return null;
  const take = () =>
    setSubject({
      symbol: position.symbol,
      side: position.side,
      leverage: position.leverage,
      roe: formatDecimal(returnPpm, PPM_DECIMALS),
      entryPrice: position.averagePrice,
      lastPrice: markPrice,
      lastPriceLabel: t("contract.mark"),
      profit: formatDecimal(figures.unrealizedUnits, held.terms.scale.quoteScale),
      profitLabel: t("contract.unrealized"),
      state: t("profit.openState"),
      timeMs: socket.clock.now(),
    });
  return (
    <>
      <IconButton label={t("profit.share")} onClick={take}>
        <ArrowUpRightIcon size="s" />
      </IconButton>
      <Suspense>
        {subject !== null && <ShareSheet subject={subject} onClose={() => setSubject(null)} />}
      </Suspense>
    </>
  );
}
