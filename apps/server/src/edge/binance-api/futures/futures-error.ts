import { BinanceError } from "../binance-error.ts";

const bad = (code: number, message: string) => new BinanceError(400, code, message);

/** Codes and messages that Binance documents only for its USDT-margined futures ("Error Codes"). */
export const FUTURES = {
  responseType: () => bad(-1136, "Invalid newOrderRespType."),
  precision: () => bad(-1111, "Precision is over the maximum defined for this asset."),
  margin: () => bad(-2019, "Margin is insufficient."),
  wouldTrigger: () => bad(-2021, "Order would immediately trigger."),
  reduceOnly: () => bad(-2022, "ReduceOnly Order is rejected."),
  tooManyOpenOrders: () => bad(-2025, "Reach max open order limit."),
  positionLimit: () => bad(-2027, "Exceeded the maximum allowable position at current leverage."),
  leverageFunds: () => bad(-2028, "Leverage is smaller than permitted: insufficient margin balance."),
  depthLimit: (limit: string) => bad(-4021, `${limit} is not valid depth limit.`),
  quantityZero: () => bad(-4003, "Quantity less than or equal to zero."),
  quantityBelow: () => bad(-4004, "Quantity less than min quantity."),
  quantityAbove: () => bad(-4005, "Quantity greater than max quantity."),
  tickSize: () => bad(-4014, "Price not increased by tick size."),
  priceAbove: (max: string) => bad(-4016, `Limit price can't be higher than ${max}.`),
  priceBelow: (min: string) => bad(-4024, `Limit price can't be lower than ${min}.`),
  leverage: (asked: string) => bad(-4028, `Leverage ${asked} is not valid`),
  workingType: () => bad(-4031, "Invalid parameter working type."),
  sameMarginType: () => bad(-4046, "No need to change margin type."),
  marginTypeWithOrders: () => bad(-4047, "Margin type cannot be changed if there exists open orders."),
  marginTypeWithPosition: () => bad(-4048, "Margin type cannot be changed if there exists position."),
  notIsolated: () => bad(-4049, "Add margin only support for isolated position."),
  crossBalance: () => bad(-4050, "Cross balance insufficient."),
  isolatedBalance: () => bad(-4051, "Isolated balance insufficient."),
  noPosition: () => bad(-4054, "Cannot add position margin: position is 0."),
  amount: () => bad(-4055, "Amount must be positive."),
  samePositionSide: () => bad(-4059, "No need to change position side."),
  unknownPositionSide: () => bad(-4060, "Invalid position side."),
  reduceOnlyConflict: () => bad(-4062, "Invalid or improper reduceOnly value."),
  positionModeWithOrders: () => bad(-4067, "Position side cannot be changed if there exists open orders."),
  positionModeWithPosition: () => bad(-4068, "Position side cannot be changed if there exists position."),
  positionSide: () => bad(-4061, "Order's position side does not match user's setting."),
  batchSize: (count: number) => bad(-4082, `Invalid number of batch place orders: ${count}`),
  duplicateId: () => bad(-4116, "ClientOrderId is duplicated."),
  activationPrice: () => bad(-4135, "Invalid activation price."),
  closeWithQuantity: () => bad(-4137, "Quantity must be zero with closePosition equals true."),
  closingOrderExists: () =>
    bad(-4130, "An open stop or take profit order with GTE and closePosition in the direction is existing."),
  goodTillDate: () =>
    bad(
      -5040,
      "The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000 (UTC 9999-12-31 23:59:59)",
    ),
  notTrading: () => bad(-4140, "Invalid symbol status for opening position."),
  notional: (min: string) =>
    bad(-4164, `Order's notional must be no smaller than ${min} (unless you choose reduce only).`),
  limitOnly: () => bad(-5025, "Only limit order is supported."),
  conditional: () =>
    bad(
      -4120,
      "Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.",
    ),
  priceMatch: () => bad(-5037, "Invalid price match"),
  priceMatchType: () => bad(-5038, "Price match only supports order type: LIMIT, STOP AND TAKE_PROFIT"),
  selfTradeMode: () => bad(-5039, "Invalid self trade prevention mode"),
  noMatchingDepth: () => bad(-5041, "No depth matches this BBO order"),
  tooManyChanges: () => bad(-5026, "Exceed maximum modify order limit."),
  sameOrder: () => bad(-5027, "No need to modify the order."),
  sameAssetMode: () =>
    bad(-4171, "Adjusted asset mode is currently set and does not need to be adjusted repeatedly."),
  wouldTake: () =>
    bad(
      -5022,
      "Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history.",
    ),
} as const;
