import { nothing, rows } from "./basic-shapes.ts";
import type { DescribedCalls } from "./described-calls.ts";
import { canceled, order, ownTrade, placedMargin } from "./spot-shapes.ts";
import * as wallet from "./wallet-shapes.ts";

const SPAN = "startTime endTime";
const MARGIN = "symbol! isIsolated!";
const FORBIDDEN = "Refused with -1002: no key moves money.";

/** The calls of `/sapi`. */
export const WALLET_CALLS: DescribedCalls = {
  "GET /sapi/v1/system/status": ["Whether the site is open.", "", wallet.systemStatus],
  "GET /sapi/v1/account/status": ["Whether the account is in order.", "", wallet.accountStatus],
  "GET /sapi/v1/account/apiTradingStatus": ["Whether it may trade.", "", wallet.tradingStatus],
  "GET /sapi/v1/account/apiRestrictions": ["What the key may do.", "", wallet.restrictions],
  "GET /sapi/v1/asset/tradeFee": ["What trading costs.", "symbol", rows(wallet.tradeFee)],
  "GET /sapi/v1/capital/config/getall": ["Coins and their chains.", "", rows(wallet.coin)],
  "GET /sapi/v1/capital/deposit/address": [
    "An address to deposit at.",
    "coin! network",
    wallet.depositAddress,
  ],
  "GET /sapi/v1/capital/deposit/hisrec": [
    "Deposits.",
    `coin status txId offset limit ${SPAN}`,
    rows(wallet.deposit),
  ],
  "GET /sapi/v1/capital/withdraw/history": [
    "Withdrawals.",
    `coin status idList offset limit ${SPAN}`,
    rows(wallet.withdrawal),
  ],
  "GET /sapi/v1/asset/transfer": [
    "Transfers between one's wallets.",
    `type:transfer! current size ${SPAN}`,
    wallet.transfers,
  ],
  "GET /sapi/v1/asset/assetDividend": ["What one was paid.", `asset limit ${SPAN}`, wallet.dividends],
  "GET /sapi/v1/asset/assetDetail": ["Limits and fees of coins.", "asset", wallet.assetDetails],
  "GET /sapi/v1/asset/wallet/balance": ["Wallets in bitcoin.", "quoteAsset", rows(wallet.walletBalance)],
  "POST /sapi/v3/asset/getUserAsset": ["The spot wallet.", "asset needBtcValuation", rows(wallet.heldAsset)],
  "POST /sapi/v1/asset/get-funding-asset": [
    "The main wallet.",
    "asset needBtcValuation",
    rows(wallet.heldAsset),
  ],
  "GET /sapi/v1/margin/allPairs": ["None: there is no cross margin.", "", rows(wallet.marginPair)],
  "GET /sapi/v1/margin/isolated/allPairs": ["Pairs open to leverage.", "symbol", rows(wallet.marginPair)],
  "GET /sapi/v1/margin/isolated/pair": ["One of them.", "symbol!", wallet.marginPair],
  "GET /sapi/v1/margin/isolated/account": ["Margin accounts.", "symbols:list", wallet.marginAccounts],
  "POST /sapi/v1/margin/order": [
    "Places an order that may borrow and repay.",
    `${MARGIN} side! type:spot! timeInForce quantity quoteOrderQty price stopPrice trailingDelta sideEffectType newClientOrderId newOrderRespType selfTradePreventionMode`,
    placedMargin,
  ],
  "DELETE /sapi/v1/margin/order": [
    "Cancels an order.",
    `${MARGIN} orderId origClientOrderId newClientOrderId`,
    canceled,
  ],
  "DELETE /sapi/v1/margin/openOrders": [
    "Cancels all of a pair.",
    `${MARGIN} newClientOrderId`,
    rows(canceled),
  ],
  "GET /sapi/v1/margin/order": ["An order.", `${MARGIN} orderId origClientOrderId`, order],
  "GET /sapi/v1/margin/openOrders": ["Open orders.", MARGIN, rows(order)],
  "GET /sapi/v1/margin/allOrders": [
    "Orders, open and ended.",
    `${MARGIN} orderId limit ${SPAN}`,
    rows(order),
  ],
  "GET /sapi/v1/margin/myTrades": [
    "One's own trades.",
    `${MARGIN} orderId fromId limit ${SPAN}`,
    rows(ownTrade),
  ],
  "POST /sapi/v1/capital/withdraw/apply": [FORBIDDEN, "", nothing],
  "POST /sapi/v1/asset/transfer": [FORBIDDEN, "", nothing],
  "POST /sapi/v1/margin/borrow-repay": [FORBIDDEN, "", nothing],
  "POST /sapi/v1/margin/isolated/transfer": [FORBIDDEN, "", nothing],
};
