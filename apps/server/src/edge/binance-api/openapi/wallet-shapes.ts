import { z } from "zod";
import { decimal, maybe, milliseconds, rows, text, whole, yes } from "./basic-shapes.ts";

const network = z
  .strictObject({
    coin: text,
    network: text,
    name: text,
    isDefault: yes,
    addressRegex: text,
    memoRegex: text,
    depositEnable: yes,
    depositDesc: text,
    depositDust: decimal,
    minConfirm: whole,
    unLockConfirm: whole,
    estimatedArrivalTime: whole,
    withdrawEnable: yes,
    withdrawDesc: text,
    withdrawFee: decimal,
    withdrawMin: decimal,
    withdrawMax: decimal,
    withdrawIntegerMultiple: decimal,
    withdrawInternalMin: decimal,
    resetAddressStatus: yes,
    specialTips: text,
    sameAddress: yes,
    withdrawTag: yes,
    busy: yes,
    contractAddress: maybe(text),
    contractAddressUrl: maybe(text),
  })
  .meta({ id: "Network" });
const amounts = { free: decimal, locked: decimal, freeze: decimal, withdrawing: decimal };
export const coin = z
  .strictObject({
    ...amounts,
    coin: text,
    name: text,
    ipoing: decimal,
    ipoable: decimal,
    storage: decimal,
    isLegalMoney: yes,
    trading: yes,
    depositAllEnable: yes,
    withdrawAllEnable: yes,
    networkList: rows(network),
  })
  .meta({ id: "Coin" });
export const heldAsset = z.strictObject({
  ...amounts,
  asset: text,
  ipoable: maybe(decimal),
  btcValuation: decimal,
});
export const depositAddress = z.strictObject({ coin: text, address: text, tag: text, url: text });
export const walletBalance = z.strictObject({ activate: yes, balance: decimal, walletName: text });
export const assetDetails = z.record(
  text,
  z.strictObject({
    minWithdrawAmount: decimal,
    withdrawFee: decimal,
    depositStatus: yes,
    withdrawStatus: yes,
  }),
);
const movement = {
  id: text,
  amount: decimal,
  coin: text,
  network: text,
  status: whole,
  address: text,
  txId: text,
  transferType: whole,
  walletType: whole,
};
export const deposit = z
  .strictObject({
    ...movement,
    addressTag: text,
    insertTime: milliseconds,
    completeTime: maybe(milliseconds),
    confirmTimes: text,
    unlockConfirm: whole,
  })
  .meta({ id: "Deposit" });
export const withdrawal = z
  .strictObject({
    ...movement,
    transactionFee: decimal,
    applyTime: text,
    info: text,
    confirmNo: whole,
    txKey: text,
    completeTime: maybe(text),
  })
  .meta({ id: "Withdrawal" });
export const transfers = z.strictObject({
  total: whole,
  rows: rows(
    z.strictObject({
      timestamp: milliseconds,
      asset: text,
      amount: decimal,
      type: text,
      status: text,
      tranId: whole,
    }),
  ),
});
export const dividends = z.strictObject({
  rows: rows(
    z.strictObject({
      id: whole,
      tranId: whole,
      asset: text,
      amount: decimal,
      divTime: milliseconds,
      enInfo: text,
      direction: whole,
    }),
  ),
  total: whole,
});
export const systemStatus = z.strictObject({ status: whole, msg: text });
export const accountStatus = z.strictObject({ data: text });
export const tradingStatus = z.strictObject({
  data: z.strictObject({
    isLocked: yes,
    plannedRecoverTime: whole,
    triggerCondition: z.strictObject({}),
    updateTime: milliseconds,
  }),
});
export const restrictions = z.strictObject({
  ipRestrict: yes,
  createTime: milliseconds,
  tradingAuthorityExpirationTime: milliseconds.optional(),
  enableReading: yes,
  enableWithdrawals: yes,
  enableInternalTransfer: yes,
  permitsUniversalTransfer: yes,
  enableMargin: yes,
  enableFutures: yes,
  enableVanillaOptions: yes,
  enableFixApiTrade: yes,
  enableFixReadOnly: yes,
  enablePortfolioMarginTrading: yes,
  enableSpotAndMarginTrading: yes,
});
export const tradeFee = z.strictObject({ symbol: text, makerCommission: decimal, takerCommission: decimal });
export const marginPair = z.strictObject({
  symbol: text,
  base: text,
  quote: text,
  isMarginTrade: yes,
  isBuyAllowed: yes,
  isSellAllowed: yes,
});
const marginCoin = z.strictObject({
  asset: text,
  borrowEnabled: yes,
  repayEnabled: yes,
  free: decimal,
  locked: decimal,
  borrowed: decimal,
  interest: decimal,
  totalAsset: decimal,
  netAsset: decimal,
  netAssetOfBtc: decimal,
});
export const marginAccounts = z.strictObject({
  assets: rows(
    z.strictObject({
      symbol: text,
      baseAsset: marginCoin,
      quoteAsset: marginCoin,
      isolatedCreated: yes,
      enabled: yes,
      tradeEnabled: yes,
      marginLevel: decimal,
      marginLevelStatus: text,
      marginRatio: decimal,
      indexPrice: decimal,
      liquidatePrice: decimal,
      liquidateRate: decimal,
    }),
  ),
  totalAssetOfBtc: maybe(decimal),
  totalLiabilityOfBtc: maybe(decimal),
  totalNetAssetOfBtc: maybe(decimal),
});
