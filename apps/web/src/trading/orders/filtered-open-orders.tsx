import { SkeletonRows } from "@candor/ui/feedback.tsx";
import type { WireOrder } from "@candor/wire/objects";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type ShownMarket, useMarketFormats } from "../market/use-market.ts";
import { OpenOrders } from "./open-orders.tsx";
import { type OrderChangeActions, OrderChanges } from "./order-changes.tsx";

/** Whether only the current market's orders are listed. */
export interface PairFilter {
  readonly isThisPairOnly: boolean;
  readonly onThisPairOnly: (on: boolean) => void;
}

interface Props extends PairFilter {
  readonly shown: ShownMarket;
  readonly acts: OrderChangeActions;
  readonly isDesktop: boolean;
  /** All open orders of the product; undefined while loading. */
  readonly orders: readonly WireOrder[] | undefined;
}

/** Open orders of all markets or the current one, with their actions. */
export function FilteredOpenOrders(props: Props): ReactNode {
  const { shown, acts, isDesktop, orders, isThisPairOnly, onThisPairOnly } = props;
  const t = useT();
  const formatOf = useMarketFormats();
  if (orders === undefined) return <SkeletonRows count={2} label={t("shell.loading")} />;
  const { symbol } = shown.market;
  const meant = isThisPairOnly ? orders.filter((order) => order.symbol === symbol) : orders;
  const only = isThisPairOnly ? { symbol, name: shown.look.name } : undefined;
  return (
    <OrderChanges acts={acts} count={meant.length} only={only}>
      {(actions) => (
        <OpenOrders
          actions={actions}
          orders={meant}
          hasOthers={orders.length > meant.length}
          formatOf={formatOf}
          isDesktop={isDesktop}
          isThisPairOnly={isThisPairOnly}
          onThisPairOnly={onThisPairOnly}
        />
      )}
    </OrderChanges>
  );
}
