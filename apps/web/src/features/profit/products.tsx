import type { CallReply } from "@candor/wire/calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { shownBridge, shownParts } from "../../shell/wallets/shown-sums.ts";
import { ShownValueText } from "../../shell/wallets/value-text.tsx";
import { shownMarkets, sumByMarket, sumBySource, sumPeriod, sumUnrealized } from "./profit-sums.ts";
import { SOURCE_WORDS } from "./profit-words.ts";

/** What each product and market realized, and how the rest of the profit arose. */
export function Products({ reply }: { readonly reply: CallReply<"profitDays"> }) {
  const t = useT();
  const display = useDisplay();
  const { days } = reply;
  const sources = sumBySource(days);
  const total = shownBridge(sumPeriod(reply, "total"), display)?.profit;
  const exact = [...sources.map(({ profit }) => profit), sumUnrealized(days)];
  const shown = total === undefined ? null : shownParts(exact, total, display);
  const sums = sumByMarket(days);
  const markets = sums.filter(({ symbol }) => symbol !== null);
  const ofSource = sources.flatMap(({ source }, index) => {
    const figure = shown?.[index];
    return figure === undefined ? [] : [[source, figure] as const];
  });
  const ofMarket = shownMarkets(sums, new Map(ofSource), display);
  return (
    <div className="profit-cols">
      <section className="group profit-panel">
        <div className="row">
          <h2 id="by-product">{t("profit.byProduct")}</h2>
          <HelpButton article="profit-and-loss" topic={t("profit.title")} />
        </div>
        <SumTable labelledBy="by-product" first={t("profit.product")}>
          {sources.map(({ source }, index) => (
            <SumRow key={source} name={t(SOURCE_WORDS[source])}>
              <ShownValueText value={shown?.[index]} sign="always" toned />
            </SumRow>
          ))}
          <SumRow name={t("profit.priceChange")}>
            <ShownValueText value={shown?.at(-1)} sign="always" toned />
          </SumRow>
          <SumRow name={t("profit.sum")} isTotal>
            <ShownValueText value={total} sign="always" toned />
          </SumRow>
        </SumTable>
        <p className="small muted">{t("profit.productsNote")}</p>
      </section>
      <section className="group profit-panel">
        <h2 id="by-market">{t("profit.byMarket")}</h2>
        {markets.length === 0 ? (
          <p className="small muted">{t("profit.noMarkets")}</p>
        ) : (
          <SumTable labelledBy="by-market" first={t("profit.market")}>
            {markets.map((market) => (
              <SumRow
                key={`${market.source} ${market.symbol}`}
                name={
                  <>
                    <span className="med">{market.symbol}</span>{" "}
                    <span className="small muted">{t(SOURCE_WORDS[market.source])}</span>
                  </>
                }
              >
                <ShownValueText value={ofMarket.get(market)} sign="always" toned />
              </SumRow>
            ))}
          </SumTable>
        )}
      </section>
    </div>
  );
}

interface TableProps {
  readonly labelledBy: string;
  readonly first: string;
  readonly children: ReactNode;
}

function SumTable({ labelledBy, first, children }: TableProps) {
  const t = useT();
  const { asset } = useDisplay();
  return (
    <table className="tbl profit-sums" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className="r">
            {t("profit.realizedIn", { coin: asset })}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly isTotal?: boolean;
  /** The figure. */
  readonly children: ReactNode;
}

function SumRow({ name, isTotal = false, children }: RowProps) {
  return (
    <tr className={isTotal ? "profit-total" : undefined}>
      <th scope="row">{name}</th>
      <td className="r">{children}</td>
    </tr>
  );
}
