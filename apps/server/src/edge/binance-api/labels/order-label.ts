import type { OrderState } from "@candor/domain/events/events";

/** What a program wrote on an order, and the exchange does not know. */
export interface OrderLabel {
  readonly strategyId?: number;
  readonly strategyType?: number;
  /** The id of the order's list, if the ids of the list's orders do not tell it. */
  readonly listClientOrderId?: string;
}

/** The label of an order that will be placed under a client order id. */
export interface ComingLabel {
  readonly userId: number;
  readonly clientOrderId: string;
  readonly label: OrderLabel;
}

/** The label of a placed order. */
export interface KeptLabel {
  readonly userId: number;
  readonly orderId: number;
  /** The number of the order's list; absent if it has none. */
  readonly groupId?: number;
  readonly label: OrderLabel;
}

/** Finds the labels of orders. */
export interface LabelSource {
  of(order: Pick<OrderState, "userId" | "orderId" | "key">): OrderLabel | undefined;
  /** In a copy: asks for a user's labels. */
  load?(userId: number): Promise<void>;
}
