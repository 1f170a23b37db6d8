import { formatDecimal } from "@candor/money/decimal";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { settingsIn } from "../../gateway/calls/contract-records.ts";
import type { SignedCall } from "../binance-call.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf, marketsOf, namedMarket } from "../market-of.ts";
import type { Parameters } from "../parameters.ts";
import { readCall } from "../signed-calls.ts";
import { type ContractAccount, contractAccount, contractAccountWithFees } from "./contract-account.ts";
import { contractIncomes } from "./contract-income-view.ts";
import {
  accountPosition2,
  accountPosition3,
  contractPositions,
  maxNotional,
  positionRisk2,
  positionRisk3,
} from "./contract-position-view.ts";
import { bracketsView } from "./futures-setting-calls.ts";

const KIND = "contract";

/** Calls for the caller's contract account: its `contract` wallet, positions and income. */
export function futuresAccountCalls(ports: BinancePorts): readonly SignedCall[] {
  const own = (path: string, view: (account: ContractAccount, parameters: Parameters) => unknown) =>
    readCall(path, async (parameters, { session }) =>
      view(await contractAccount(ports, session.userId), parameters),
    );
  const ownWithFees: typeof own = (path, view) =>
    readCall(path, async (parameters, { session }) =>
      view(await contractAccountWithFees(ports, session.userId), parameters),
    );
  const positions = (account: ContractAccount, parameters: Parameters) =>
    named(ports, parameters).flatMap((market) => contractPositions(account, market));
  return [
    ownWithFees("/v2/account", (account, parameters) => ({
      ...permissionsView(account),
      ...accountView(ports, account),
      positions: positions(account, parameters).map(accountPosition2),
    })),
    own("/v3/account", (account, parameters) => ({
      ...accountView(ports, account),
      positions: positions(account, parameters)
        .filter(({ isInUse }) => isInUse)
        .map(accountPosition3),
    })),
    own("/v2/balance", (account) => balances(ports, account)),
    own("/v3/balance", (account) => balances(ports, account)),
    ownWithFees("/v2/positionRisk", (account, parameters) =>
      positions(account, parameters).map(positionRisk2),
    ),
    ownWithFees("/v3/positionRisk", (account, parameters) =>
      positions(account, parameters)
        .filter(({ isInUse }) => isInUse)
        .map(positionRisk3),
    ),
    own("/v1/accountConfig", (account) => permissionsView(account)),
    own("/v1/symbolConfig", ({ view }, parameters) =>
      named(ports, parameters).map(({ listed }) => {
        const { leverage, marginMode } = settingsIn(view, listed);
        return {
          symbol: listed.spec.symbol,
          marginType: marginMode === "isolated" ? "ISOLATED" : "CROSSED",
          isAutoAddMargin: false,
          leverage,
          maxNotionalValue: maxNotional(listed, leverage),
        };
      }),
    ),
    readCall("/v1/income", (parameters, { session }) => contractIncomes(ports, parameters, session.userId)),
    readCall("/v1/leverageBracket", (parameters) => named(ports, parameters).map(bracketsView)),
    readCall("/v1/commissionRate", (parameters) => {
      const { spec } = marketOf(ports, parameters, KIND).listed;
      return {
        symbol: spec.symbol,
        makerCommissionRate: formatRate(spec.makerFeePpm),
        takerCommissionRate: formatRate(spec.takerFeePpm),
        // There is no retail price improvement: such orders are refused.
        rpiCommissionRate: formatRate(spec.makerFeePpm),
      };
    }),
  ];
}

/** Returns the requested contract, or all of them. */
function named(ports: BinancePorts, parameters: Parameters): readonly MirroredMarket[] {
  const market = namedMarket(ports, parameters, KIND);
  return market === undefined ? marketsOf(ports, undefined, KIND) : [market];
}

function permissionsView({ view }: ContractAccount) {
  return {
    feeTier: 0,
    feeBurn: false,
    canTrade: !view.frozenWallets.includes("contract"),
    canDeposit: true,
    canWithdraw: !view.frozenWallets.includes("contract"),
    updateTime: 0,
    dualSidePosition: view.isHedged === true,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  };
}

/** Returns the account totals. Initial margin is the margin held for positions and orders. */
function accountView(ports: BinancePorts, account: ContractAccount) {
  const { figures, view, margin } = account;
  const initialUnits = (view.contracts?.marginUnits ?? 0) + (view.contracts?.orderMarginUnits ?? 0);
  return {
    totalInitialMargin: account.write(initialUnits),
    totalMaintMargin: figures.maintenanceMargin,
    totalWalletBalance: account.write(account.walletUnits(margin.assetId)),
    totalUnrealizedProfit: figures.unrealizedProfit,
    totalMarginBalance: figures.equity,
    totalPositionInitialMargin: figures.margin,
    totalOpenOrderInitialMargin: figures.frozen,
    totalCrossWalletBalance: account.write(account.crossWalletUnits),
    totalCrossUnPnl: account.write(account.crossUnrealizedUnits),
    availableBalance: figures.available,
    maxWithdrawAmount: figures.available,
    assets: balances(ports, account).map((balance) => assetView(account, balance)),
  };
}

/** Returns the rows of `balance`; `account` adds fields to each. */
function balances({ listings, mirror }: BinancePorts, account: ContractAccount) {
  const { margin, view, figures } = account;
  const held = listings.assets.filter(
    ({ assetId }) =>
      assetId === margin.assetId ||
      view.balances.some(
        (balance) =>
          balance.wallet === "contract" &&
          balance.assetId === assetId &&
          balance.availableUnits + balance.frozenUnits > 0,
      ),
  );
  return held.map(({ assetId, spec }) => {
    const isMargin = assetId === margin.assetId;
    const wallet = formatDecimal(account.walletUnits(assetId), spec.scale);
    const nothing = formatDecimal(0, spec.scale);
    return {
      accountAlias: "",
      asset: spec.symbol,
      balance: wallet,
      crossWalletBalance: isMargin ? account.write(account.crossWalletUnits) : wallet,
      crossUnPnl: isMargin ? account.write(account.crossUnrealizedUnits) : nothing,
      availableBalance: isMargin ? figures.available : wallet,
      maxWithdrawAmount: isMargin ? figures.available : wallet,
      marginAvailable: isMargin,
      updateTime: mirror.timeMs,
    };
  });
}

/** Only the margin coin has positions and margin. */
function assetView(account: ContractAccount, balance: ReturnType<typeof balances>[number]) {
  const { accountAlias: _alias, balance: walletBalance, ...rest } = balance;
  const { figures, view } = account;
  const isMargin = rest.marginAvailable;
  const nothing = account.write(0);
  const initialUnits = (view.contracts?.marginUnits ?? 0) + (view.contracts?.orderMarginUnits ?? 0);
  return {
    ...rest,
    walletBalance,
    unrealizedProfit: isMargin ? figures.unrealizedProfit : nothing,
    marginBalance: isMargin ? figures.equity : walletBalance,
    maintMargin: isMargin ? figures.maintenanceMargin : nothing,
    initialMargin: isMargin ? account.write(initialUnits) : nothing,
    positionInitialMargin: isMargin ? figures.margin : nothing,
    openOrderInitialMargin: isMargin ? figures.frozen : nothing,
  };
}
