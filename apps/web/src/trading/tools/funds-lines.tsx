import { formatDecimal } from "@candor/money/decimal";
import { KeyValue } from "@candor/ui/card.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { BalanceText, useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import type { ToolProps } from "./tool-props.ts";
import type { ToolFunds } from "./use-tool-funds.ts";

interface FundsLinesProps extends Pick<ToolProps, "margin"> {
  readonly funds: ToolFunds;
}

/** What is available, and that it is not enough. */
export function FundsLines({ funds, margin }: FundsLinesProps) {
  const t = useT();
  const formats = useFormats();
  const own = useOwnFigure();
  const { asset, scale, availableUnits, isShort } = funds;
  const wallet = margin === undefined ? "coin" : "contract";
  const { label, moveFunds } = margin ?? { label: t("trade.available"), moveFunds: t("trade.moveFunds") };
  const available = formatDecimal(availableUnits ?? 0, scale);
  return (
    <>
      <KeyValue
        small
        lines={[
          {
            key: "available",
            label,
            value: (
              <MoveFundsLink to={wallet} asset={asset} className="ticket-available" title={moveFunds}>
                <BalanceText
                  value={availableUnits === undefined ? null : available}
                  asset={asset}
                  minDecimals={0}
                />
                <PlusIcon size="s" />
                <span className="vh">{moveFunds}</span>
              </MoveFundsLink>
            ),
          },
        ]}
      />
      {isShort && (
        <Notice tone="warn" announce>
          {t("trade.notEnough", {
            coin: asset,
            available: own(formats.decimal(available, { minDecimals: 0 })),
          })}{" "}
          <MoveFundsLink to={wallet} asset={asset} className="link">
            {moveFunds}
          </MoveFundsLink>
        </Notice>
      )}
    </>
  );
}
