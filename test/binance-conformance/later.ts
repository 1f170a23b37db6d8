/** Faults of order views, which change with the order types. */
export const LATER: readonly RegExp[] = [
  /^\/fapi POST \/v1\/order\/test /,
  /AlgoOrders? .*\.(?:actualType|actualQty|tpOrderType|tpTriggerPrice|tpPrice|slTriggerPrice|slPrice) is missing$/i,
  /^futures ORDER_TRADE_UPDATE \$\.o\.er is missing$/,
];
