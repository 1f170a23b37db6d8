import { nothing, rows } from "./basic-shapes.ts";
import { ANY_NAMES, type DescribedCalls } from "./described-calls.ts";
import { canceled, order, ownTrade, placedMargin } from "./spot-shapes.ts";
import * as wallet from "./wallet-shapes.ts";

const SPAN = "startTime endTime";
const MARGIN = "symbol! isIsolated!";
const FORBIDDEN = "Rejected with -1002: keys cannot move money.";

/** The calls of `/sapi`. */
export const WALLET_CALLS: DescribedCalls = {
  "GET /sapi/v1/system/status": ["Whether the site is open.", "", wallet.systemStatus],
  "GET /sapi/v1/account/status": ["Account status.", "", wallet.accountStatus],
  "GET /sapi/v1/account/apiTradingStatus": ["Whether the account may trade.", "", wallet.tradingStatus],
  "GET /sapi/v1/account/apiRestrictions": ["Permissions of the key.", "", wallet.restrictions],
  "GET /sapi/v1/asset/tradeFee": ["Trading fees.", "symbol", rows(wallet.tradeFee)],
  "GET /sapi/v1/capital/config/getall": ["Coins and their networks.", "", rows(wallet.coin)],
  "GET /sapi/v1/capital/deposit/address": [
    "A deposit address.",
    "coin! network ~amount",
    wallet.depositAddress,
  ],
  "GET /sapi/v1/capital/deposit/hisrec": [
    "Deposits.",
    `coin status txId offset limit ~includeSource ${SPAN}`,
    rows(wallet.deposit),
  ],
  "GET /sapi/v1/capital/withdraw/history": [
    "Withdrawals.",
    `coin status idList offset limit ~withdrawOrderId ${SPAN}`,
    rows(wallet.withdrawal),
  ],
  "GET /sapi/v1/asset/transfer": [
    "Transfers between the user's wallets.",
    `type:transfer! current size ~fromSymbol ~toSymbol ${SPAN}`,
    wallet.transfers,
  ],
  "GET /sapi/v1/asset/assetDividend": [
    "Mining machine income and referral commissions.",
    `asset limit ${SPAN}`,
    wallet.dividends,
  ],
  "GET /sapi/v1/asset/assetDetail": ["Limits and fees by coin.", "asset", wallet.assetDetails],
  "GET /sapi/v1/asset/wallet/balance": ["Wallets in bitcoin.", "quoteAsset", rows(wallet.walletBalance)],
  "POST /sapi/v3/asset/getUserAsset": [
    "Balances of the spot wallet.",
    "asset needBtcValuation",
    rows(wallet.heldAsset),
  ],
  "POST /sapi/v1/asset/get-funding-asset": [
    "Balances of the main wallet.",
    "asset needBtcValuation",
    rows(wallet.heldAsset),
  ],
  "GET /sapi/v1/margin/allPairs": ["Empty: there is no cross margin.", "symbol", rows(wallet.marginPair)],
  "GET /sapi/v1/margin/isolated/allPairs": ["Pairs with margin trading.", "symbol", rows(wallet.marginPair)],
  "GET /sapi/v1/margin/isolated/pair": ["One of them.", "symbol!", wallet.marginPair],
  "GET /sapi/v1/margin/isolated/account": ["Margin accounts.", "symbols:list", wallet.marginAccounts],
  "POST /sapi/v1/margin/order": [
    "Places an order that may borrow and repay.",
    `${MARGIN} side! type:spot! timeInForce quantity quoteOrderQty price stopPrice trailingDelta sideEffectType newClientOrderId newOrderRespType selfTradePreventionMode ~icebergQty ~autoRepayAtCancel`,
    placedMargin,
  ],
  "DELETE /sapi/v1/margin/order": [
    "Cancels an order.",
    `${MARGIN} orderId origClientOrderId newClientOrderId`,
    canceled,
  ],
  "DELETE /sapi/v1/margin/openOrders": [
    "Cancels all orders of a pair.",
    `${MARGIN} newClientOrderId`,
    rows(canceled),
  ],
  "GET /sapi/v1/margin/order": ["An order.", `${MARGIN} orderId origClientOrderId`, order],
  "GET /sapi/v1/margin/openOrders": ["Open orders.", MARGIN, rows(order)],
  "GET /sapi/v1/margin/allOrders": ["Open and past orders.", `${MARGIN} orderId limit ${SPAN}`, rows(order)],
  "GET /sapi/v1/margin/myTrades": [
    "One's own trades.",
    `${MARGIN} orderId fromId limit ${SPAN}`,
    rows(ownTrade),
  ],
  "POST /sapi/v1/capital/withdraw/apply": [FORBIDDEN, ANY_NAMES, nothing],
  "POST /sapi/v1/asset/transfer": [FORBIDDEN, ANY_NAMES, nothing],
  "POST /sapi/v1/margin/borrow-repay": [FORBIDDEN, ANY_NAMES, nothing],
  "POST /sapi/v1/margin/isolated/transfer": [FORBIDDEN, ANY_NAMES, nothing],
};
