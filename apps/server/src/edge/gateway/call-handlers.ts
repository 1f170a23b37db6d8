import { EXAMPLE_SUPPORT_EMAIL } from "../../config/people-settings.ts";
import type { CallHandlers } from "./call-context.ts";
import * as accountDocuments from "./calls/account-documents.ts";
import { article } from "./calls/articles.ts";
import { cashTypeList } from "./calls/cash-types.ts";
import { cancelAllOrders, cancelOrder, reduceOrder } from "./calls/change-orders.ts";
import { changePrice } from "./calls/change-price.ts";
import { chatList, chatSend } from "./calls/chat.ts";
import { closeAccount } from "./calls/close-account.ts";
import { closePosition, placeContractOrder } from "./calls/contract-orders.ts";
import {
  closeAllPositions,
  moveMargin,
  setLeverage,
  setPositionMode,
  setProtection,
} from "./calls/contract-positions.ts";
import { contractRecords } from "./calls/contract-records.ts";
import { contractBrackets, contractFunding, fundingRate } from "./calls/contract-terms.ts";
import { conversions } from "./calls/convert.ts";
import { decisions } from "./calls/decisions.ts";
import { rechargeList, rechargeOrder } from "./calls/deposits.ts";
import { displayRates } from "./calls/display-rates.ts";
import * as documents from "./calls/documents.ts";
import { evidence } from "./calls/evidence.ts";
import { exportRecords } from "./calls/export-records.ts";
import { faucet, faucetState } from "./calls/faucet.ts";
import { FaucetDays } from "./calls/faucet-days.ts";
import { findOwn } from "./calls/find-own.ts";
import * as identity from "./calls/identity.ts";
import { kline } from "./calls/kline.ts";
import { leverRepay, leverTransfer } from "./calls/lever-money.ts";
import { placeLeverOrder } from "./calls/lever-orders.ts";
import { leverCurrency, leverRecords, leverType } from "./calls/lever-records.ts";
import { liabilities, liabilityLeaf } from "./calls/liabilities.ts";
import * as markets from "./calls/markets.ts";
import { message } from "./calls/messages.ts";
import * as mining from "./calls/mining.ts";
import { modifyOrder } from "./calls/modify-order.ts";
import { moneyLog } from "./calls/money-log.ts";
import { moneyOrder } from "./calls/money-order.ts";
import * as notify from "./calls/notify.ts";
import { optionInfo } from "./calls/option-info.ts";
import { orderRecords } from "./calls/order-records.ts";
import { placeOrder } from "./calls/place-order.ts";
import * as profit from "./calls/profit.ts";
import { profitStatement } from "./calls/profit-statement.ts";
import { qrLogin, qrLoginReview, qrLoginState } from "./calls/qr-login.ts";
import * as security from "./calls/security.ts";
import * as site from "./calls/site.ts";
import { team } from "./calls/team.ts";
import { twapList, twapStart, twapStop } from "./calls/twap.ts";
import { marketBalance, transfer, walletIndex } from "./calls/wallet.ts";
import { withdraw } from "./calls/withdraw.ts";
import { addSite, removeSite, sites } from "./calls/withdrawal-sites.ts";
import type { FollowerPorts, GatewayDependencies, GatewayOptions, ProcessPorts } from "./dependencies.ts";
import type { FundExportLinks } from "./fund-export-links.ts";

/**
 * The handlers of all calls. Each takes the ports that its signature names. The two groups separate the calls that a
 * gateway in another thread can answer by itself, once the caller is known, from those that need the server's process.
 */
export function callHandlers(
  ports: GatewayDependencies,
  options: GatewayOptions,
  exportLinks: FundExportLinks,
): CallHandlers {
  const supportEmail = options.supportEmail ?? EXAMPLE_SUPPORT_EMAIL;
  return {
    ...followerHandlers(ports, options),
    ...siteHandlers(ports, options, supportEmail),
    ...accountHandlers(ports, options),
    ...moneyHandlers(ports, options, exportLinks, supportEmail),
  };
}

/** What these calls use: everything that can follow the engine from another thread without asking at once. */
export type FollowerCallPorts = Omit<FollowerPorts, "history">;

/** The calls that need only an engine port and what follows it; the compiler checks that. They keep no state. */
export function followerHandlers(ports: FollowerCallPorts, { mode }: Pick<GatewayOptions, "mode">) {
  return {
    depth: markets.depth(ports),
    entrusOrder: markets.entrusOrder(ports),
    kline: kline(ports),
    indexTicks: markets.indexTicks(ports),
    doOrder: placeOrder(ports),
    record: orderRecords(ports),
    optionInfo: optionInfo(ports),
    cancel: cancelOrder(ports),
    cancelAll: cancelAllOrders(ports),
    reduce: reduceOrder(ports),
    changePrice: changePrice(ports),
    contractOrder: placeContractOrder(ports),
    contractModify: modifyOrder(ports),
    contractRecord: contractRecords(ports),
    zhiSun: setProtection(ports),
    pingCang: closePosition(ports),
    onePingCang: closeAllPositions(ports),
    contractLeverage: setLeverage(ports),
    contractMargin: moveMargin(ports),
    contractBrackets: contractBrackets(ports),
    contractFunding: contractFunding(ports),
    fundingRate: fundingRate(ports),
    miningIndex: mining.miningIndex(ports, mode),
    miningBuy: mining.miningBuy(ports),
    miningRecord: mining.miningRecord(ports),
    miningClaim: mining.miningClaim(ports),
    miningRecycle: mining.miningRecycle(ports),
    leverCurrency: leverCurrency(ports),
    leverOrder: placeLeverOrder(ports),
    orderLRecord: leverRecords(ports),
    leverRepay: leverRepay(ports),
    leverTransfer: leverTransfer(ports),
    evidence: evidence(ports),
    marketBalance: marketBalance(ports),
  } satisfies Partial<CallHandlers>;
}

function siteHandlers(ports: FollowerPorts & ProcessPorts, options: GatewayOptions, supportEmail: string) {
  return {
    home: site.home(ports, options, supportEmail),
    siteStatus: site.siteStatus(ports, options),
    displayRates: displayRates(ports, options),
    decisions: decisions(ports),
    publicIndex: site.publicIndex(ports, options),
    hotSearch: site.hotSearch(ports),
    article: article(ports),
    message: message(ports),
    coinList: markets.coinList(ports),
    merged: markets.merged(ports),
    leverType: leverType(ports),
    love: markets.love(ports),
    loveList: markets.loveList(ports),
    liabilities: liabilities(ports),
    liabilityLeaf: liabilityLeaf(ports),
  } satisfies Partial<CallHandlers>;
}

function accountHandlers(ports: FollowerPorts & ProcessPorts, options: GatewayOptions) {
  return {
    sendEmailCode: identity.sendEmailCode(ports),
    sendPhoneCode: identity.sendPhoneCode(ports),
    register: identity.register(ports),
    login: identity.login(ports),
    logout: identity.logout(ports),
    resetPassword: identity.resetPassword(ports),
    profile: identity.profile(ports),
    bind: identity.bind(ports),
    sessions: identity.sessions(ports),
    revoke: identity.revoke(ports),
    totp: security.totp(ports),
    passkey: security.passkey(ports),
    passkeyLogin: security.passkeyLogin(ports),
    qrLogin: qrLogin(ports),
    qrLoginState: qrLoginState(ports),
    qrLoginReview: qrLoginReview(ports),
    loginHistory: security.loginHistory(ports),
    apiKey: security.apiKey(ports),
    freeze: identity.freeze(ports),
    closeAccount: closeAccount(ports, options),
    twapStart: twapStart(ports),
    twapList: twapList(ports),
    twapStop: twapStop(ports),
    team: team(ports),
    accountDocuments: accountDocuments.accountDocuments(ports),
    saveDocument: accountDocuments.saveDocument(ports),
    outbox: identity.outbox(ports),
    verification: documents.verification(ports, options),
    upload: documents.upload(ports),
    chatSend: chatSend(ports),
    chatList: chatList(ports),
    notifyUnread: notify.notifyUnread(ports),
    notifyRead: notify.notifyRead(ports),
    notifySettings: notify.notifySettings(ports),
    notifyAlerts: notify.notifyAlerts(ports),
    notifySubscribe: notify.notifySubscribe(ports),
    notifyUnsubscribe: notify.notifyUnsubscribe(ports),
  } satisfies Partial<CallHandlers>;
}

/**
 * The faucet's days, the quotes of conversions, and the orders that a change of the position mode waits for are in memory
 * too.
 */
function moneyHandlers(
  ports: FollowerPorts & ProcessPorts,
  options: GatewayOptions,
  exportLinks: FundExportLinks,
  supportEmail: string,
) {
  const converts = conversions(ports);
  const faucetDays = new FaucetDays(ports, options);
  return {
    contractMode: setPositionMode(ports),
    walletIndex: walletIndex(ports, supportEmail),
    transfer: transfer(ports),
    findOwn: findOwn(ports),
    moneyLog: moneyLog(ports),
    getOrder: moneyOrder(ports),
    exportRecords: exportRecords(ports, exportLinks),
    convertQuote: converts.quote,
    convertAccept: converts.accept,
    profitHoldings: profit.profitHoldings(ports),
    profitDays: profit.profitDays(ports),
    profitStatement: profitStatement(ports),
    profitPositions: profit.profitPositions(ports),
    profitExport: profit.profitExport(ports, exportLinks),
    rechargeList: rechargeList(ports),
    rechargeOrder: rechargeOrder(ports),
    sites: sites(ports),
    addSite: addSite(ports),
    removeSite: removeSite(ports),
    cashTypeList: cashTypeList(ports, options.mode),
    withdraw: withdraw(ports),
    faucet: faucet(ports, options, faucetDays),
    faucetState: faucetState(ports, options, faucetDays),
  } satisfies Partial<CallHandlers>;
}
