import type { AccountView, BalanceState } from "@candor/domain/engine-port";
import type { Wallet } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { Rejected } from "@candor/wire/rejection";
import type { ListedAsset } from "../../../market/market-data/listings.ts";
import { type ChainAsset, chainAssets, sharedDecimals } from "../../gateway/calls/chain-assets.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import type { Parameters } from "../parameters.ts";
import { refusalOf } from "../refusal.ts";
import { readCall } from "../signed-calls.ts";
import { bitcoinE8, writeBitcoin } from "./value-in-bitcoin.ts";
import { walletBalances } from "./wallet-balances.ts";

const MINUTE_SECONDS = 60;
const NOTHING = "0";

/** Coins: their chains, costs, and the caller's balances. */
export function coinCalls(ports: BinancePorts): readonly SignedCall[] {
  const look = (path: string, answer: SignedCall["answer"]): SignedCall => ({
    method: "POST",
    path,
    permission: "read",
    readsOnly: true,
    answer,
  });
  return [
    readCall("/v1/capital/config/getall", (_parameters, { session }) => allCoins(ports, session.userId)),
    readCall("/v1/capital/deposit/address", (parameters, context) =>
      depositAddress(ports, parameters, context),
    ),
    readCall("/v1/asset/wallet/balance", (parameters, { session }) =>
      walletBalances(ports, parameters, session.userId),
    ),
    readCall("/v1/asset/assetDetail", (parameters) => assetDetails(ports, parameters)),
    look("/v3/asset/getUserAsset", (parameters, { session }) =>
      held(ports, parameters, session.userId, "coin"),
    ),
    look("/v1/asset/get-funding-asset", (parameters, { session }) =>
      held(ports, parameters, session.userId, "main"),
    ),
  ];
}

async function allCoins(ports: BinancePorts, userId: number) {
  const { engine, funding, listings, mirror } = ports;
  const view = await engine.accountView(userId);
  const onChains = chainAssets(funding, listings, undefined, undefined);
  return listings.assets.map((asset) => {
    const { spec } = asset;
    const networks = onChains.filter(({ listed }) => listed.assetId === asset.assetId);
    const isOpen = networks.some(({ chain }) => chain.paused === undefined);
    const coin = balanceIn(view, "coin", asset.assetId);
    const main = balanceIn(view, "main", asset.assetId);
    return {
      coin: spec.symbol,
      name: spec.name,
      free: formatDecimal(coin.availableUnits, spec.scale),
      locked: formatDecimal(coin.frozenUnits, spec.scale),
      freeze: NOTHING,
      withdrawing: formatDecimal(main.frozenUnits, spec.scale),
      ipoing: NOTHING,
      ipoable: NOTHING,
      storage: NOTHING,
      isLegalMoney: false,
      trading: mirror.markets.some(
        ({ listed, status }) =>
          listed.kind === "spot" && status === "trading" && [listed.base, listed.quote].includes(asset),
      ),
      depositAllEnable: isOpen,
      withdrawAllEnable: isOpen,
      networkList: networks.map((network, at) => networkView(network, at === 0)),
    };
  });
}

/** A coin's first chain is its default. */
function networkView(network: ChainAsset, isDefault: boolean) {
  const { chain, feeUnits, listed, onChain, write } = network;
  const { contractAddress } = onChain;
  const isOpen = chain.paused === undefined;
  const decimals = sharedDecimals(network);
  return {
    coin: listed.spec.symbol,
    network: chain.chain,
    name: chain.chainName,
    isDefault,
    addressRegex: "^(0x)[0-9A-Fa-f]{40}$",
    memoRegex: "",
    depositEnable: isOpen,
    depositDesc: chain.paused ?? "",
    depositDust: write(onChain.minDepositUnits),
    minConfirm: chain.confirmationsRequired,
    unLockConfirm: chain.confirmationsRequired,
    estimatedArrivalTime: Math.ceil(chain.etaSeconds / MINUTE_SECONDS),
    withdrawEnable: isOpen,
    withdrawDesc: chain.paused ?? "",
    withdrawFee: write(feeUnits),
    withdrawMin: write(onChain.minWithdrawalUnits),
    withdrawMax: write(onChain.maxWithdrawalUnits),
    withdrawIntegerMultiple: formatDecimal(1, decimals),
    withdrawInternalMin: NOTHING,
    resetAddressStatus: false,
    specialTips: chain.testnet ? "Not real money." : "",
    sameAddress: false,
    withdrawTag: false,
    busy: false,
    ...(contractAddress === null ? {} : { contractAddress }),
    ...(contractAddress === null || chain.explorerUrl === null
      ? {}
      : { contractAddressUrl: `${chain.explorerUrl}token/` }),
  };
}

/** Uses the wire's own call, because the first request creates the address. */
async function depositAddress(
  { door }: BinancePorts,
  parameters: Parameters,
  { session, origin }: CallerContext,
) {
  const asset = parameters.needed("coin").toUpperCase();
  const chain = parameters.text("network");
  const payload = { kind: "deposit", asset, ...(chain === undefined ? {} : { chain }) };
  const reply = await door.perform("sites", payload, session, origin);
  if (reply instanceof Rejected) throw refusalOf(reply);
  const [site] = reply.list;
  if (site === undefined) throw BINANCE.range(chain === undefined ? "coin" : "network");
  return { coin: asset, address: site.address, tag: "", url: "" };
}

function assetDetails({ funding, listings }: BinancePorts, parameters: Parameters) {
  const asset = parameters.text("asset")?.toUpperCase();
  const details = chainAssets(funding, listings, asset, undefined).map(
    ({ chain, feeUnits, listed, onChain, write }) => [
      listed.spec.symbol,
      {
        minWithdrawAmount: write(onChain.minWithdrawalUnits),
        withdrawFee: write(feeUnits),
        depositStatus: chain.paused === undefined,
        withdrawStatus: chain.paused === undefined,
      },
    ],
  );
  // For a coin on several chains, the first wins, as for its default network.
  return Object.fromEntries(details.toReversed());
}

/** Returns a wallet's nonzero balances. */
async function held(ports: BinancePorts, parameters: Parameters, userId: number, wallet: Wallet) {
  const symbol = parameters.text("asset")?.toUpperCase();
  const isValued = parameters.text("needBtcValuation")?.toLowerCase() === "true";
  const view = await ports.engine.accountView(userId);
  return ports.listings.assets
    .filter(({ spec }) => symbol === undefined || spec.symbol === symbol)
    .map((asset) => ({ asset, balance: balanceIn(view, wallet, asset.assetId) }))
    .filter(({ balance }) => balance.availableUnits + balance.frozenUnits > 0)
    .map(({ asset, balance }) => heldView(ports, asset, balance, isValued));
}

/** Frozen money in the `main` wallet is being withdrawn; in the `coin` wallet it is held by orders. */
function heldView(ports: BinancePorts, asset: ListedAsset, balance: BalanceState, isValued: boolean) {
  const { availableUnits, frozenUnits, wallet } = balance;
  const { scale, symbol } = asset.spec;
  const waiting = formatDecimal(frozenUnits, scale);
  const isMain = wallet === "main";
  return {
    asset: symbol,
    free: formatDecimal(availableUnits, scale),
    locked: isMain ? NOTHING : waiting,
    freeze: NOTHING,
    withdrawing: isMain ? waiting : NOTHING,
    ...(isMain ? {} : { ipoable: NOTHING }),
    btcValuation: isValued ? writeBitcoin(bitcoinE8(ports, availableUnits + frozenUnits, asset)) : NOTHING,
  };
}

function balanceIn(view: AccountView, wallet: Wallet, assetId: number): BalanceState {
  const found = view.balances.find((balance) => balance.wallet === wallet && balance.assetId === assetId);
  return found ?? { wallet, assetId, availableUnits: 0, frozenUnits: 0 };
}
