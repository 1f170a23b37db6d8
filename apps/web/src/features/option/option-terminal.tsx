import { KeyValue } from "@candor/ui/card.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { WireOptionOffer } from "@candor/wire/option-calls";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import { Freshness } from "../../trading/market/freshness.tsx";
import "../../trading/market/market-head.css";
import { PairButton } from "../../trading/market/pair-header.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { LiveLine } from "./live-line.tsx";
import "./option.css";
import { useOptionStore } from "./option-live.ts";
import { OptionRecords } from "./option-records.tsx";
import { OptionTicket } from "./option-ticket.tsx";
import { RunningOption } from "./running-option.tsx";

export interface OptionTerminalProps {
  readonly shown: ShownMarket;
  readonly info: CallReply<"optionInfo">;
  readonly offer: WireOptionOffer;
  readonly onChoosePair: () => void;
}

/** Stacked on phones; on desktops the line is next to the ticket and the records are below the line. */
export function OptionTerminal(props: OptionTerminalProps) {
  const t = useT();
  const { shown, info, offer } = props;
  const { symbol } = shown.market;
  const { open } = useLive(useOptionStore());
  const { price } = useLive(live.index(symbol));
  const running = open
    .filter((option) => option.symbol === symbol)
    .toSorted((a, b) => a.sellTimeMs - b.sellTimeMs);
  return (
    <div className="option-terminal">
      <Head {...props} />
      <div className="option-chart">
        <LiveLine symbol={symbol} priceDecimals={shown.look.priceDecimals} running={running} />
      </div>
      <div className="option-side">
        {running.length > 0 && (
          <section
            className="option-running"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
            tabIndex={0}
            aria-label={t("option.open", { count: running.length })}
          >
            {running.map((option) => (
              <RunningOption key={option.optionId} option={option} index={price} />
            ))}
          </section>
        )}
        <OptionTicket shown={shown} offer={offer} userRemaining={info.userRemaining} />
        <HowItSettles pool={info.pool} />
      </div>
      <OptionRecords symbol={symbol} />
    </div>
  );
}

function Head({ shown, onChoosePair }: OptionTerminalProps) {
  const t = useT();
  const { price } = useLive(live.index(shown.market.symbol));
  const { look } = shown;
  return (
    <header className="option-head">
      <PairButton shown={shown} onChoosePair={onChoosePair}>
        <CoinIcon symbol={look.base} size="m" />
      </PairButton>
      <span className="stack-1 grow">
        <b className="option-index">
          <FinancialText value={price ?? shown.market.indexPrice} decimals={look.priceDecimals} />
        </b>
        <span className="small muted">{t("option.indexNote")}</span>
      </span>
      <Freshness shown={shown} />
    </header>
  );
}

function HowItSettles({ pool }: Pick<CallReply<"optionInfo">, "pool">) {
  const t = useT();
  const units = (value: string | undefined, asset: string | undefined) => (
    <FinancialText value={value} minDecimals={2} {...(asset !== undefined && { asset })} />
  );
  return (
    <section className="option-how">
      <h2 className="panel-title">{t("option.how")}</h2>
      <p className="small muted">{t("option.alsoCalled")}</p>
      <p className="small">{t("option.howStrike")}</p>
      <KeyValue
        small
        lines={[
          { key: "result", label: t("records.optionResult"), value: t("option.howResult") },
          { key: "tie", label: t("option.howTie"), value: t("option.howTieText") },
          { key: "size", label: t("option.poolSize"), value: units(pool?.size, pool?.asset) },
          { key: "free", label: t("option.poolFree"), value: units(pool?.free, pool?.asset) },
        ]}
      />
    </section>
  );
}
