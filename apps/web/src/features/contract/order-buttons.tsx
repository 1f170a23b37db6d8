import { Button } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { MoveFundsLink } from "../../shared/funds/use-move-funds.tsx";
import { useFreshPrices } from "../../shell/markets/fresh-prices.ts";
import { useOwnFigure } from "../../shell/wallets/balance-text.tsx";
import { priceText, quantityText } from "../../trading/market/market-terms.ts";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import type { SideSummary } from "./contract-ticket-summary.ts";
import { useUnitsText } from "./figure-text.tsx";

interface OrderButtonsProps extends ContractTicketFormProps {
  readonly onPress: (side: "buy" | "sell") => void;
}

/** A button per side with margin and liquidation price; obstacles are shown above. */
export function OrderButtons(props: OrderButtonsProps) {
  const { buy, sell, status, isFrozen, isBusy, ticket, onPress } = props;
  const isFresh = useFreshPrices();
  const isShut = status !== "trading" || !isFresh || (isFrozen && !ticket.reduceOnly);
  const button = (summary: SideSummary) => (
    <Button
      tone={summary.side}
      block
      busy={isBusy}
      disabled={isShut || summary.affordable === false || summary.capUnits !== undefined}
      onClick={() => onPress(summary.side)}
    >
      <SideLabel {...props} summary={summary} />
    </Button>
  );
  return (
    <>
      <Obstacle {...props} />
      {button(buy)}
      {button(sell)}
    </>
  );
}

/** Insufficient funds, or a position larger than the leverage allows. */
function Obstacle({ buy, sell, terms, settings, ticket, usableUnits }: OrderButtonsProps) {
  const t = useT();
  const own = useOwnFigure();
  const unitsText = useUnitsText(terms);
  const capUnits = buy.capUnits ?? sell.capUnits;
  if (capUnits !== undefined) {
    return (
      <Notice tone="warn" announce>
        {t("contract.overLimit", {
          leverage: settings.leverage,
          limit: `${unitsText(capUnits)} ${terms.quote}`,
        })}
      </Notice>
    );
  }
  // Closing a position needs no funds.
  const isEmpty = usableUnits === 0 && buy.largest === 0 && sell.largest === 0 && !ticket.reduceOnly;
  if (!isEmpty && buy.affordable !== false && sell.affordable !== false) return null;
  return (
    <Notice tone="warn" announce>
      {isEmpty
        ? t("contract.walletEmpty", { coin: terms.quote })
        : t("contract.notEnough", { available: own(`${unitsText(usableUnits)} ${terms.quote}`) })}{" "}
      <MoveFundsLink to="contract" asset={terms.quote} className="link">
        {t("contract.moveFunds")}
      </MoveFundsLink>
    </Notice>
  );
}

/** Label for the order's effect: opens, closes or reverses a position. */
export function actionLabel({ side, plan, closes }: SideSummary): MessageKey {
  const isClosing = closes || (plan !== undefined && plan.closedLots > 0 && plan.openedLots <= 0);
  if (side === "buy") return isClosing ? "contract.closeShort" : "contract.buyLong";
  return isClosing ? "contract.closeLong" : "contract.sellShort";
}

function SideLabel({ summary, terms }: OrderButtonsProps & { readonly summary: SideSummary }) {
  const t = useT();
  const formats = useFormats();
  const unitsText = useUnitsText(terms);
  const { plan } = summary;
  const lots = plan === undefined ? summary.lots : plan.closedLots + plan.openedLots;
  const amount =
    lots === undefined || lots === 0 ? "" : formats.decimal(quantityText(lots, terms), { minDecimals: 0 });
  const words = t(actionLabel(summary), { amount }).trim();
  if (plan === undefined || lots === 0) return <>{words}</>;
  const small =
    plan.openedLots <= 0
      ? t("contract.buttonCloses", { profit: unitsText(plan.realizedUnits, true) })
      : t("contract.buttonOpens", {
          margin: unitsText(plan.marginUnits),
          price: plan.liquidationTicks === 0 ? "–" : formats.decimal(priceText(plan.liquidationTicks, terms)),
        });
  return (
    <span className="lines">
      <span>{words}</span>
      <small className="n" translate="no">
        {small}
      </small>
    </span>
  );
}
