import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { DEVELOPMENT_ASSETS } from "../../config/chain/chain-settings.ts";
import type { AssetSettings, NetworkSettings } from "../../config/chain/network-settings.ts";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { LISTING_FILE } from "../../config/listing-file.ts";
import { SettingError } from "../../config/setting-error.ts";
import { type ChainAsset, type ChainSpec, chainIdText, weiPerUnit } from "./chain-spec.ts";
import { type DevelopmentChain, TEST_TOKEN } from "./development/development-chain.ts";

/** An asset listed on the exchange. */
export interface ListedSymbol {
  readonly assetId: number;
  readonly symbol: string;
  readonly scale: number;
}

/** Polls per block time, so that new blocks are seen soon. */
const POLLS_PER_BLOCK = 3;
const MIN_POLL_MS = 1_000;
const DEVELOPMENT_CONFIRMATIONS = 3;
const ZERO_ADDRESS = `0x${"0".repeat(40)}` as const;
/** Proper names, because no language translates them. */
const NAMES = { embedded: "Candor Devnet", simulated: "Candor Simnet" } as const;

/** Throws SettingError when an asset is not listed or its amounts do not fit. */
export function externalChainSpec(
  chainIndex: number,
  network: NetworkSettings,
  listed: readonly ListedSymbol[],
): ChainSpec {
  const { chainId, name, confirmations, blockSeconds, explorerUrl, testnet, assets } = network;
  return {
    chain: chainIdText(chainId),
    chainIndex,
    chainName: name,
    evmChainId: chainId,
    confirmationsRequired: confirmations,
    etaSeconds: Math.ceil((confirmations + 1) * blockSeconds),
    testnet,
    kind: "external",
    explorerUrl: explorerUrl === null ? null : `${explorerUrl.replace(/\/+$/, "")}/`,
    assets: assets.map((asset) => outsideAsset(asset, listed)),
    pollMs: Math.max(MIN_POLL_MS, (blockSeconds * 1_000) / POLLS_PER_BLOCK),
    firstBlock: undefined,
  };
}

export function developmentChainSpec(
  chainIndex: number,
  development: DevelopmentChain,
  listed: readonly ListedSymbol[],
  blockIntervalMs: number,
): ChainSpec {
  const assets = DEVELOPMENT_ASSETS.flatMap(({ native, ...asset }): AssetSettings[] => {
    const token = development.tokens.find(({ symbol }) => symbol === asset.symbol);
    // A listing without all built-in coins is offered only those it has.
    if (!listed.some(({ symbol }) => symbol === asset.symbol)) return [];
    if (native) return [{ ...asset, token: null, decimals: COIN_DECIMALS }];
    return token === undefined ? [] : [{ ...asset, token: token.token, decimals: token.decimals }];
  });
  return {
    chain: chainIdText(development.evmChainId),
    chainIndex,
    chainName: NAMES[development.kind],
    evmChainId: development.evmChainId,
    confirmationsRequired: DEVELOPMENT_CONFIRMATIONS,
    etaSeconds: Math.ceil(((DEVELOPMENT_CONFIRMATIONS + 1) * blockIntervalMs) / 1_000),
    testnet: true,
    kind: development.kind,
    explorerUrl: null,
    assets: assets.map((asset) => developmentAsset(asset, listed)),
    pollMs: Math.min(MIN_POLL_MS, blockIntervalMs),
    // From the genesis block, so that everything is accounted for.
    firstBlock: 0,
  };
}

/** Rejects a listing whose coins do not fit the development chain, before the chain exists. Throws SettingError. */
export function checkDevelopmentChain(listed: readonly ListedSymbol[]): void {
  const { symbol, decimals } = TEST_TOKEN;
  for (const { native, ...asset } of DEVELOPMENT_ASSETS) {
    if (!listed.some((each) => each.symbol === asset.symbol)) continue;
    if (native) developmentAsset({ ...asset, token: null, decimals: COIN_DECIMALS }, listed);
    else if (asset.symbol === symbol) developmentAsset({ ...asset, token: ZERO_ADDRESS, decimals }, listed);
  }
}

function outsideAsset(settings: AssetSettings, listed: readonly ListedSymbol[]): ChainAsset {
  try {
    return chainAsset(settings, listed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingError("CANDOR_CHAIN_FILE", `cannot be used: ${error.message}`);
  }
}

/** Throws SettingError, because only a custom listing can fail here. */
function developmentAsset(settings: AssetSettings, listed: readonly ListedSymbol[]): ChainAsset {
  try {
    return chainAsset(settings, listed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingError(
      LISTING_FILE,
      `lists ${settings.symbol} in a way that does not fit the development chain: ${error.message}`,
    );
  }
}

function chainAsset(settings: AssetSettings, listed: readonly ListedSymbol[]): ChainAsset {
  const { symbol, token, decimals } = settings;
  const asset = listed.find((each) => each.symbol === symbol);
  if (asset === undefined) throw new RangeError(`the exchange does not list ${symbol}`);
  const units = (text: string): Units => {
    const value = parseDecimal(text, asset.scale);
    if (typeof value === "string") throw new RangeError(`${symbol}: "${text}" is no amount (${value})`);
    return value as Units;
  };
  return {
    assetId: asset.assetId,
    symbol,
    token,
    chainDecimals: decimals,
    weiPerUnit: weiPerUnit(symbol, decimals, asset.scale),
    minDepositUnits: units(settings.minDeposit),
    withdrawalFeeUnits: units(settings.withdrawalFee),
    minWithdrawalUnits: units(settings.minWithdrawal),
    maxWithdrawalUnits: units(settings.maxWithdrawal),
  };
}
