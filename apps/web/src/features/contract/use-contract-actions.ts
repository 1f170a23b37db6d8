import type { MarginMode, TriggerBy } from "@candor/domain/enumerations";
import { showToast } from "@candor/ui/toast-store";
import type { CallReply } from "@candor/wire/calls";
import type { WireOrder } from "@candor/wire/objects";
import { useCallback, useMemo } from "react";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { newRequestKey } from "../../data/request-key.ts";
import type { Translate } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { contractPath } from "../../shell/routing/routes.ts";
import { api, live } from "../../shell/services/services.ts";
import { RECORDS_PARAM } from "../../trading/orders/records-tab.ts";
import {
  type ChangesOf,
  type OrderChanges,
  useOrderChanges,
} from "../../trading/orders/use-order-changes.ts";
import { useShowPlaced } from "../../trading/orders/use-orders.ts";
import {
  type Payload,
  type Placing,
  REASON_TOAST_MS,
  type ShowFailure,
  TRIES,
  usePlacing,
  useShowFailure,
} from "../../trading/orders/use-placing.ts";
import { contractStore, type LivePosition } from "./contract-live.ts";

interface Protection {
  readonly symbol: string;
  /** In hedge mode. */
  readonly positionSide?: "long" | "short";
  /** null if removed. */
  readonly takeProfitPrice: string | null;
  readonly stopLossPrice: string | null;
  readonly triggerBy: TriggerBy;
}

type ProtectionField = "takeProfitPrice" | "stopLossPrice";

interface MarginMove {
  readonly symbol: string;
  /** In hedge mode. */
  readonly positionSide?: "long" | "short";
  readonly direction: "add" | "remove";
  readonly amount: string;
}

/** Each action resolves to whether it succeeded. */
export interface ContractActions extends Placing, OrderChanges {
  /** Sends an order without a message about its outcome. Throws ApiError. */
  readonly sendOrder: typeof sendOrder;
  readonly isClosing: boolean;
  /** `symbol`, plus `quantity` or `price` for a partial or limit close. */
  readonly close: (payload: Payload) => Promise<boolean>;
  readonly closeAll: () => Promise<boolean>;
  readonly setLeverage: (symbol: string, leverage: number, marginMode: MarginMode) => Promise<boolean>;
  readonly setPositionMode: (mode: "one-way" | "hedge") => Promise<boolean>;
  readonly protect: (protection: Protection) => Promise<boolean>;
  /** Moves the take-profit or the stop-loss of a position; the other one and what triggers them stay. */
  readonly moveProtection: (own: LivePosition, field: ProtectionField, price: string) => Promise<boolean>;
  readonly moveMargin: (move: MarginMove) => Promise<boolean>;
}

const STALE = ["contractRecord", "walletIndex"] as const;
const CONTRACTS: ChangesOf = {
  product: "contract",
  take: ({ order, asOfSeq }) => {
    contractStore().applyReply({ order, asOfSeq });
    live.account.applyReply({ asOfSeq });
  },
  stale: STALE,
};

/** Resting orders are on the orders tab; executed ones show among the positions. */
const placePath = (order: WireOrder, tab: "open" | "history"): string => {
  const waits = order.status === "untriggered" ? "triggers" : "orders";
  return `${contractPath(order.symbol)}&${RECORDS_PARAM}=${tab === "open" ? waits : "positions"}`;
};

/** All actions of the contract screen, with a message for each outcome. */
export function useContractActions(): ContractActions {
  const showFailure = useShowFailure();
  const changes = useOrderChanges(CONTRACTS, showFailure);
  const { isPlacing, place } = usePlaceCall("contractOrder", showFailure);
  const { isPlacing: isClosing, place: close } = usePlaceCall("pingCang", showFailure);
  const settings = useSettings(showFailure);
  return { ...changes, ...settings, isPlacing, place, isClosing, close, sendOrder };
}

const sendOrder = (payload: Payload, key: string): Promise<readonly WireOrder[]> =>
  callFor("contractOrder", payload, key);

async function callFor(
  name: "contractOrder" | "pingCang",
  payload: Payload,
  key: string,
): Promise<readonly WireOrder[]> {
  const request = { ...payload, clientOrderId: key } as ApiRequest<typeof name>;
  const reply: CallReply<typeof name> = await api.call(name, request, { tries: TRIES });
  const { order, position, asOfSeq } = reply;
  contractStore().applyReply({ symbol: order.symbol, order, position, asOfSeq });
  live.account.applyReply({ asOfSeq });
  return [order];
}

/** Opening and closing orders return the same reply. */
function usePlaceCall(name: "contractOrder" | "pingCang", showFailure: ShowFailure): Placing {
  const showPlaced = useShowPlaced(placePath);
  const send = useCallback(
    async (payload: Payload, key: string): Promise<void> => {
      showPlaced(await callFor(name, payload, key));
      void refresh(...STALE);
    },
    [name, showPlaced],
  );
  return usePlacing(send, showFailure);
}

/** Takes the reply to closing everything, and says what is left. */
function takeClosed({ results, asOfSeq }: CallReply<"onePingCang">, t: Translate): void {
  for (const { symbol, order, position, positionSide } of results)
    contractStore().applyReply({
      symbol,
      position,
      positionSide,
      asOfSeq,
      ...(order !== null && { order }),
    });
  live.account.applyReply({ asOfSeq });
  const left = new Set(results.filter(({ position }) => position !== null).map(({ symbol }) => symbol));
  if (left.size === 0) return showToast(t("contract.closedAllToast"), { kind: "success" });
  const symbols = [...left].join(", ");
  showToast(t("contract.leftOpenToast", { symbols }), { kind: "error", durationMs: REASON_TOAST_MS });
}

type SettingActions = Pick<
  ContractActions,
  "closeAll" | "setLeverage" | "setPositionMode" | "protect" | "moveProtection" | "moveMargin"
>;

function useSettings(showFailure: ShowFailure): SettingActions {
  const t = useT();
  return useMemo(() => {
    /** Runs an action and shows its result; a rejection shows the server's text. */
    const attempt = async (act: () => Promise<string>): Promise<boolean> => {
      try {
        showToast(await act(), { kind: "success" });
        void refresh(...STALE);
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    };
    const once = () => ({ requestId: newRequestKey() });
    return {
      setLeverage: (symbol, leverage, marginMode) =>
        attempt(async () => {
          const request = { symbol, leverage, marginMode, ...once() };
          const reply = await api.call("contractLeverage", request, { tries: TRIES });
          contractStore().applyReply({ symbol, position: reply.position, asOfSeq: reply.asOfSeq });
          contractStore().applySettings(symbol, reply);
          return t("contract.leverageToast", { symbol, leverage: reply.leverage });
        }),
      setPositionMode: (positionMode) =>
        attempt(async () => {
          const reply = await api.call("contractMode", { positionMode, ...once() }, { tries: TRIES });
          const isHedged = reply.positionMode === "hedge";
          contractStore().applyMode(isHedged);
          return t(isHedged ? "contract.hedgeToast" : "contract.oneWayToast");
        }),
      protect: (protection) =>
        attempt(async () => {
          const reply = await api.call("zhiSun", { ...protection, ...once() }, { tries: TRIES });
          contractStore().applyReply(reply);
          return t("contract.protectionToast");
        }),
      moveProtection: ({ named, position: { triggerBy } }, field, price) =>
        attempt(async () => {
          const request = { ...named, [field]: price, triggerBy, ...once() };
          contractStore().applyReply(await api.call("zhiSun", request, { tries: TRIES }));
          return t("contract.protectionToast");
        }),
      moveMargin: (move) =>
        attempt(async () => {
          const reply = await api.call("contractMargin", { ...move, ...once() }, { tries: TRIES });
          contractStore().applyReply({ position: reply.position, asOfSeq: reply.asOfSeq });
          return t(move.direction === "add" ? "contract.marginAddedToast" : "contract.marginRemovedToast");
        }),
      closeAll: async () => {
        try {
          const reply = await api.call("onePingCang", once(), { tries: TRIES });
          takeClosed(reply, t);
          void refresh(...STALE);
          return true;
        } catch (error) {
          showFailure(error);
          return false;
        }
      },
    };
  }, [t, showFailure]);
}
