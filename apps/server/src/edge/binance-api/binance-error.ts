import type { ListedLimit } from "../gateway/api-limits.ts";

/** A rejection of the Binance-compatible API: Binance's code, message and HTTP status. */
export class BinanceError extends Error {
  readonly status: number;
  readonly code: number;
  /** Seconds until a retry makes sense. */
  readonly retrySeconds: number | undefined;
  /** Extra data next to the message. */
  readonly data: object | undefined;

  constructor(status: number, code: number, message: string, retrySeconds?: number, data?: object) {
    super(message);
    this.name = "BinanceError";
    this.status = status;
    this.code = code;
    this.retrySeconds = retrySeconds;
    this.data = data;
  }
}

/** Returns the body of a refused call. */
export function bodyOf({ code, message, data }: BinanceError): object {
  return { code, msg: message, ...(data === undefined ? {} : { data }) };
}

const bad = (code: number, message: string) => new BinanceError(400, code, message);

/** Codes and messages as Binance documents them (Spot API, "Errors"). */
export const BINANCE = {
  unknown: () => new BinanceError(500, -1000, "An unknown error occurred while processing the request."),
  unavailable: () =>
    new BinanceError(503, -1001, "Internal error; unable to process your request. Please try again.", 1),
  outcomeUnknown: () =>
    new BinanceError(
      503,
      -1007,
      "Timeout waiting for response from backend server. Send status unknown; execution status unknown.",
      1,
    ),
  tooManyRequests: (retrySeconds: number) =>
    new BinanceError(429, -1003, "Too many requests; please slow down.", retrySeconds),
  tooMuchWeight: ({ limit, interval, intervalNum, rateLimitType }: ListedLimit, retrySeconds: number) => {
    const [what, unit] =
      rateLimitType === "RAW_REQUESTS"
        ? ["Too many requests", "requests"]
        : ["Too much request weight used", "request weight"];
    const text = `${what}; current limit is ${limit} ${unit} per ${intervalNum} ${interval}.`;
    const advice = "Please use WebSocket Streams for live updates to avoid polling the API.";
    return new BinanceError(429, -1003, `${text} ${advice}`, retrySeconds);
  },
  tooManyOrders: (retrySeconds: number, limit?: string) =>
    new BinanceError(
      429,
      -1015,
      limit === undefined ? "Too many new orders." : `Too many new orders; current limit is ${limit}.`,
      retrySeconds,
    ),
  closed: (message: string) =>
    new BinanceError(503, -1016, message || "This service is no longer available."),
  icebergForce: (parameter: string, force: string) =>
    bad(-1160, `Parameter '${parameter}' is not supported if \`${force}\` is not GTC.`),
  pegPriceType: () => bad(-1210, "Invalid pegPriceType."),
  pegOffsetType: () => bad(-1211, "Invalid pegOffsetType."),
  pegged: () => bad(-1013, "Pegged orders are not supported for this symbol."),
  paidLists: () => bad(-1013, "OPO orders are not supported for this symbol."),
  paidListBuys: () => bad(-1222, "Working order in an OPO list must be a bid."),
  paidListSells: () => bad(-1223, "Pending orders in an OPO list must be asks."),
  noRouting: () => bad(-1013, "This symbol has no SOR."),
  selfTradeMode: () => bad(-1013, "This symbol does not allow the specified self-trade prevention mode."),
  unsupported: (what: string) => bad(-1020, `This operation is not supported. ${what}`),
  notFound: () => new BinanceError(404, -1020, "This operation is not supported."),
  sbeHeader: () => bad(-1152, "Invalid `X-MBX-SBE` header; expected `<SCHEMA_ID>:<VERSION>`."),
  sbeDisabled: () => new BinanceError(406, -1155, "SBE is not enabled."),
  clock: (isAhead: boolean) =>
    bad(
      -1021,
      isAhead
        ? "Timestamp for this request was 1000ms ahead of the server's time."
        : "Timestamp for this request is outside of the recvWindow.",
    ),
  /** Not Binance's: `X-Candor-Fault` cannot be read. */
  faultText: (why: string) => bad(-1100, `Illegal characters found in header 'X-Candor-Fault': ${why}.`),
  signature: () => bad(-1022, "Signature for this request is not valid."),
  /** Only keys with the program's own key pair can open a session. */
  logonUnsupported: (kind: "HMAC_SHA256" | "RSA") => bad(-4056, `${kind} API key is not supported.`),
  permission: () => new BinanceError(401, -1002, "You are not authorized to execute this request."),
  jsonRequest: () => bad(-1135, "Invalid JSON Request"),
  malformed: (name: string) => bad(-1100, `Illegal characters found in parameter '${name}'.`),
  illegal: (name: string, range: string) =>
    bad(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`),
  sentTwice: (name: string) => bad(-1101, `Duplicate values for parameter '${name}' detected.`),
  missing: (name: string) =>
    bad(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  oneOf: (a: string, b: string) =>
    bad(-1102, `Param '${a}' or '${b}' must be sent, but both were empty/null!`),
  unread: (read: number, sent: number) =>
    bad(-1104, `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`),
  empty: (name: string) => bad(-1105, `Parameter '${name}' was empty.`),
  notRequired: (name: string) => bad(-1106, `Parameter '${name}' sent when not required.`),
  precision: (name: string) => bad(-1111, `Parameter '${name}' has too much precision.`),
  timeInForce: () => bad(-1115, "Invalid timeInForce."),
  orderType: () => bad(-1116, "Invalid orderType."),
  side: () => bad(-1117, "Invalid side."),
  interval: () => bad(-1120, "Invalid interval."),
  symbol: () => bad(-1121, "Invalid symbol."),
  symbolStatus: () => bad(-1122, "Invalid symbolStatus."),
  otherStatus: () => bad(-1220, "The symbol's status does not match the requested symbolStatus."),
  timeUnit: () => bad(-1194, "Invalid value for time unit; expected either MICROSECOND or MILLISECOND."),
  listenKey: () => bad(-1125, "This listenKey does not exist."),
  window: (hours: number) => bad(-1127, `More than ${hours} hours between startTime and endTime.`),
  combination: () => bad(-1128, "Combination of optional parameters invalid."),
  symbolTwice: () => bad(-1151, "Symbol is present multiple times in the list."),
  ocoType: () => bad(-1158, "Order type not supported in OCO."),
  buyLimitBelow: () => bad(-1165, "A limit order in a buy OCO must be below."),
  sellLimitAbove: () => bad(-1166, "A limit order in a sell OCO must be above."),
  twoLimits: () => bad(-1168, "At least one OCO order must be contingent."),
  buyStopAbove: () => bad(-1196, "A stop loss order in a buy OCO must be above."),
  sellStopBelow: () => bad(-1197, "A stop loss order in a sell OCO must be below."),
  buyProfitBelow: () => bad(-1198, "A take profit order in a buy OCO must be below."),
  sellProfitAbove: () => bad(-1199, "A take profit order in a sell OCO must be above."),
  cancelRestrictions: () =>
    bad(-1145, "`cancelRestrictions` has to be either `ONLY_NEW` or `ONLY_PARTIALLY_FILLED`."),
  tickerType: () => bad(-1139, "Invalid ticker type."),
  strategyType: (name: string) => bad(-1134, `${name} was less than 1000000.`),
  recvWindow: () => bad(-1131, "recvWindow must be less than 60000."),
  invalid: (name: string) => bad(-1130, `parameter '${name}' is invalid.`),
  range: (name: string) => bad(-1130, `Data sent for parameter '${name}' is not valid.`),
  filter: (name: string) => bad(-1013, `Filter failure: ${name}`),
  marketClosed: () => bad(-1013, "Market is closed."),
  orderRefused: (why: string) => bad(-2010, why),
  replaceRefused: (data: object) =>
    new BinanceError(400, -2022, "Order cancel-replace failed.", undefined, data),
  replacePartly: (data: object) =>
    new BinanceError(409, -2021, "Order cancel-replace partially failed.", undefined, data),
  /** The amendment was rejected; the order is unchanged. */
  amendRefused: (why: string) => bad(-2038, why),
  cancelRefused: () => bad(-2011, "Unknown order sent."),
  notReplaced: () => bad(-2011, "Order was not canceled because the new order was refused."),
  cancelRestricted: () => bad(-2011, "Order was not canceled due to cancel restrictions."),
  otherClientId: () => bad(-2039, "Client order ID is not correct for this order ID."),
  noSuchOrder: () => bad(-2013, "Order does not exist."),
  subscriptionActive: () => bad(-2035, "User Data Stream subscription already active."),
  subscriptionInactive: () => bad(-2036, "User Data Stream subscription not active."),
  subscriptionIds: () => bad(-2042, "Maximum subscription ID reached for this connection."),
  noReferencePrice: () => bad(-2043, "This symbol doesn't have a reference price."),
  borrowLimit: () => bad(-3006, "Your borrow amount has exceed maximum borrow amount."),
  marginPair: () => bad(-3028, "Not a valid margin pair."),
  poolEmpty: () => bad(-3045, "The system does not have enough asset now."),
  keyForm: () => new BinanceError(401, -2014, "API-key format invalid."),
  key: () => new BinanceError(401, -2015, "Invalid API-key, IP, or permissions for action."),
} as const;
