import type { CallName } from "@candor/protocol/wire/calls";

/** Uploads are multipart and have a client of their own. */
export type ApiCallName = Exclude<CallName, "upload">;

/**
 * Where each call goes. The schemas themselves stay on the server: they would weigh more than the whole app. The
 * compiler and a test hold this table against them.
 */
export const CALL_ROUTES = {
  home: "GET /home/index",
  siteStatus: "GET /Site/status",
  publicIndex: "POST /ebapi/public_api/index",
  hotSearch: "GET /ebapi/store_api/hot_search",
  article: "POST /Home/article",
  message: "POST /Index/message",
  sendEmailCode: "POST /ems/send",
  sendPhoneCode: "POST /sms/send",
  register: "POST /user/register",
  login: "POST /user/login",
  logout: "POST /user/logout",
  resetPassword: "POST /user/resetpwd",
  profile: "POST /User/profile",
  bind: "POST /user/bind",
  sessions: "POST /user/sessions",
  revoke: "POST /user/revoke",
  totp: "POST /user/totp",
  passkey: "POST /user/passkey",
  passkeyLogin: "POST /user/passkeyLogin",
  loginHistory: "POST /user/logins",
  verification: "POST /user/verification",
  coinList: "GET /market/coinList",
  merged: "POST /market/merged",
  depth: "POST /market/depth",
  entrusOrder: "POST /market/entrusOrder",
  kline: "GET /market/kline",
  love: "POST /market/love",
  loveList: "POST /market/loveList",
  doOrder: "POST /Entrus/doOrder",
  record: "POST /Entrus/record",
  cancel: "POST /Entrus/cancel",
  cancelAll: "POST /Entrus/cancelAll",
  reduce: "POST /Entrus/reduce",
  walletIndex: "GET /wallet/index",
  marketBalance: "POST /Market/balance",
  transfer: "POST /Wallet/transfer",
  moneyLog: "POST /wallet/moneyLog",
  getOrder: "GET /wallet/getOrder",
  exportRecords: "POST /Wallet/export",
  rechargeList: "POST /Recharge/list",
  rechargeOrder: "POST /Recharge/Order",
  sites: "POST /Wallet/sites",
  faucet: "POST /Sandbox/faucet",
  addSite: "POST /Wallet/addSite",
  removeSite: "POST /Wallet/removeSite",
  cashTypeList: "POST /CashOut/getCashTypeList",
  withdraw: "POST /Wallet/withdrawal",
  outbox: "GET /Sandbox/outbox",
} as const satisfies Record<ApiCallName, `${"GET" | "POST"} /${string}`>;
