import { addDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { ValueText } from "../../shell/wallets/value-text.tsx";
import { sumByMarket, sumBySource, sumUnrealized } from "./profit-sums.ts";
import { SOURCE_WORDS } from "./profit-words.ts";

/** What each product and market realized, and how the rest of the profit arose. */
export function Products({ reply: { days } }: { readonly reply: CallReply<"profitDays"> }) {
  const t = useT();
  const total = addDecimals("0", ...days.map(({ profit }) => profit.total));
  const markets = sumByMarket(days).filter(({ symbol }) => symbol !== null);
  return (
    <div className="profit-cols">
      <section className="group profit-panel">
        <div className="row">
          <h2 id="by-product">{t("profit.byProduct")}</h2>
          <HelpButton article="profit-and-loss" topic={t("profit.title")} />
        </div>
        <SumTable labelledBy="by-product" first={t("profit.product")}>
          {sumBySource(days).map(({ source, profit }) => (
            <SumRow key={source} name={t(SOURCE_WORDS[source])} profit={profit} />
          ))}
          <SumRow name={t("profit.priceChange")} profit={sumUnrealized(days)} />
          <SumRow name={t("profit.sum")} profit={total} isTotal />
        </SumTable>
        <p className="small muted">{t("profit.productsNote")}</p>
      </section>
      <section className="group profit-panel">
        <h2 id="by-market">{t("profit.byMarket")}</h2>
        {markets.length === 0 ? (
          <p className="small muted">{t("profit.noMarkets")}</p>
        ) : (
          <SumTable labelledBy="by-market" first={t("profit.market")}>
            {markets.map(({ source, symbol, profit }) => (
              <SumRow
                key={`${source} ${symbol}`}
                name={
                  <>
                    <span className="med">{symbol}</span>{" "}
                    <span className="small muted">{t(SOURCE_WORDS[source])}</span>
                  </>
                }
                profit={profit}
              />
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
  readonly profit: string;
  readonly isTotal?: boolean;
}

function SumRow({ name, profit, isTotal = false }: RowProps) {
  return (
    <tr className={isTotal ? "profit-total" : undefined}>
      <th scope="row">{name}</th>
      <td className="r">
        <ValueText value={profit} sign="always" toned />
      </td>
    </tr>
  );
}
