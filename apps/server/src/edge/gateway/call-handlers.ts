import { EXAMPLE_SUPPORT_EMAIL } from "../../config/people-settings.ts";
import type { CallHandlers } from "./call-context.ts";
import { article } from "./calls/articles.ts";
import { cashTypeList } from "./calls/cash-types.ts";
import { cancelAllOrders, cancelOrder, reduceOrder } from "./calls/change-orders.ts";
import { chatList, chatSend } from "./calls/chat.ts";
import { closeAccount } from "./calls/close-account.ts";
import { closePosition, placeContractOrder } from "./calls/contract-orders.ts";
import { closeAllPositions, moveMargin, setLeverage, setProtection } from "./calls/contract-positions.ts";
import { contractRecords } from "./calls/contract-records.ts";
import { contractBrackets, contractFunding, fundingRate } from "./calls/contract-terms.ts";
import { conversions } from "./calls/convert.ts";
import { decisions } from "./calls/decisions.ts";
import { rechargeList, rechargeOrder } from "./calls/deposits.ts";
import * as documents from "./calls/documents.ts";
import { evidence } from "./calls/evidence.ts";
import { exportRecords } from "./calls/export-records.ts";
import { faucet, faucetState } from "./calls/faucet.ts";
import { FaucetDays } from "./calls/faucet-days.ts";
import { findOwn } from "./calls/find-own.ts";
import * as identity from "./calls/identity.ts";
import { leverRepay, leverTransfer } from "./calls/lever-money.ts";
import { placeLeverOrder } from "./calls/lever-orders.ts";
import { leverCurrency, leverRecords, leverType } from "./calls/lever-records.ts";
import { liabilities, liabilityLeaf } from "./calls/liabilities.ts";
import * as markets from "./calls/markets.ts";
import { message } from "./calls/messages.ts";
import * as mining from "./calls/mining.ts";
import { moneyLog } from "./calls/money-log.ts";
import { moneyOrder } from "./calls/money-order.ts";
import * as notify from "./calls/notify.ts";
import { optionInfo } from "./calls/option-info.ts";
import { orderRecords } from "./calls/order-records.ts";
import { placeOrder } from "./calls/place-order.ts";
import * as security from "./calls/security.ts";
import * as site from "./calls/site.ts";
import { team } from "./calls/team.ts";
import { marketBalance, transfer, walletIndex } from "./calls/wallet.ts";
import { withdraw } from "./calls/withdraw.ts";
import { addSite, removeSite, sites } from "./calls/withdrawal-sites.ts";
import type { GatewayDependencies, GatewayOptions } from "./dependencies.ts";
import type { FundExportLinks } from "./fund-export-links.ts";

export function callHandlers(
  dependencies: GatewayDependencies,
  options: GatewayOptions,
  exportLinks: FundExportLinks,
): CallHandlers {
  const supportEmail = options.supportEmail ?? EXAMPLE_SUPPORT_EMAIL;
  return {
    ...siteHandlers(dependencies, options, supportEmail),
    ...accountHandlers(dependencies, options),
    ...tradingHandlers(dependencies, options),
    ...walletHandlers(dependencies, options, exportLinks, supportEmail),
  };
}

function siteHandlers(dependencies: GatewayDependencies, options: GatewayOptions, supportEmail: string) {
  return {
    home: site.home(dependencies, options, supportEmail),
    siteStatus: site.siteStatus(dependencies, options),
    decisions: decisions(dependencies),
    publicIndex: site.publicIndex(dependencies, options),
    hotSearch: site.hotSearch(dependencies),
    article: article(dependencies),
    message: message(dependencies),
    coinList: markets.coinList(dependencies),
    merged: markets.merged(dependencies),
    depth: markets.depth(dependencies),
    entrusOrder: markets.entrusOrder(dependencies),
    kline: markets.kline(dependencies),
    indexTicks: markets.indexTicks(dependencies),
    love: markets.love(dependencies),
    loveList: markets.loveList(dependencies),
  } satisfies Partial<CallHandlers>;
}

function accountHandlers(dependencies: GatewayDependencies, options: GatewayOptions) {
  return {
    sendEmailCode: identity.sendEmailCode(dependencies),
    sendPhoneCode: identity.sendPhoneCode(dependencies),
    register: identity.register(dependencies),
    login: identity.login(dependencies),
    logout: identity.logout(dependencies),
    resetPassword: identity.resetPassword(dependencies),
    profile: identity.profile(dependencies),
    bind: identity.bind(dependencies),
    sessions: identity.sessions(dependencies),
    revoke: identity.revoke(dependencies),
    totp: security.totp(dependencies),
    passkey: security.passkey(dependencies),
    passkeyLogin: security.passkeyLogin(dependencies),
    loginHistory: security.loginHistory(dependencies),
    apiKey: security.apiKey(dependencies),
    freeze: identity.freeze(dependencies),
    closeAccount: closeAccount(dependencies, options),
    team: team(dependencies),
    outbox: identity.outbox(dependencies),
    verification: documents.verification(dependencies, options),
    upload: documents.upload(dependencies),
    chatSend: chatSend(dependencies),
    chatList: chatList(dependencies),
    notifyUnread: notify.notifyUnread(dependencies),
    notifyRead: notify.notifyRead(dependencies),
    notifySettings: notify.notifySettings(dependencies),
    notifyAlerts: notify.notifyAlerts(dependencies),
    notifySubscribe: notify.notifySubscribe(dependencies),
    notifyUnsubscribe: notify.notifyUnsubscribe(dependencies),
  } satisfies Partial<CallHandlers>;
}

function tradingHandlers(dependencies: GatewayDependencies, options: GatewayOptions) {
  return {
    doOrder: placeOrder(dependencies),
    record: orderRecords(dependencies),
    findOwn: findOwn(dependencies),
    optionInfo: optionInfo(dependencies),
    cancel: cancelOrder(dependencies),
    cancelAll: cancelAllOrders(dependencies),
    reduce: reduceOrder(dependencies),
    contractOrder: placeContractOrder(dependencies),
    contractRecord: contractRecords(dependencies),
    zhiSun: setProtection(dependencies),
    pingCang: closePosition(dependencies),
    onePingCang: closeAllPositions(dependencies),
    contractLeverage: setLeverage(dependencies),
    contractMargin: moveMargin(dependencies),
    contractBrackets: contractBrackets(dependencies),
    contractFunding: contractFunding(dependencies),
    fundingRate: fundingRate(dependencies),
    miningIndex: mining.miningIndex(dependencies, options.mode),
    miningBuy: mining.miningBuy(dependencies),
    miningRecord: mining.miningRecord(dependencies),
    miningClaim: mining.miningClaim(dependencies),
    miningRecycle: mining.miningRecycle(dependencies),
    leverType: leverType(dependencies),
    leverCurrency: leverCurrency(dependencies),
    leverOrder: placeLeverOrder(dependencies),
    orderLRecord: leverRecords(dependencies),
    leverRepay: leverRepay(dependencies),
    leverTransfer: leverTransfer(dependencies),
    evidence: evidence(dependencies),
  } satisfies Partial<CallHandlers>;
}

function walletHandlers(
  dependencies: GatewayDependencies,
  options: GatewayOptions,
  exportLinks: FundExportLinks,
  supportEmail: string,
) {
  const converts = conversions(dependencies);
  const faucetDays = new FaucetDays(dependencies, options);
  return {
    liabilities: liabilities(dependencies),
    liabilityLeaf: liabilityLeaf(dependencies),
    walletIndex: walletIndex(dependencies, supportEmail),
    marketBalance: marketBalance(dependencies),
    transfer: transfer(dependencies),
    moneyLog: moneyLog(dependencies),
    getOrder: moneyOrder(dependencies),
    exportRecords: exportRecords(dependencies, exportLinks),
    convertQuote: converts.quote,
    convertAccept: converts.accept,
    rechargeList: rechargeList(dependencies),
    rechargeOrder: rechargeOrder(dependencies),
    sites: sites(dependencies),
    addSite: addSite(dependencies),
    removeSite: removeSite(dependencies),
    cashTypeList: cashTypeList(dependencies, options.mode),
    withdraw: withdraw(dependencies),
    faucet: faucet(dependencies, options, faucetDays),
    faucetState: faucetState(dependencies, options, faucetDays),
  } satisfies Partial<CallHandlers>;
}
