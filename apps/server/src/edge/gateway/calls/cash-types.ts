import { formatDecimal, powerOfTen } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { TEST_ADDRESS } from "../../../custody/withdrawals/test-address.ts";
import { WITHDRAWAL_PROMISE_HOURS } from "../../../custody/withdrawals/withdrawal-rules.ts";
import type { Listings } from "../../../market/market-data/listings.ts";
import { balanceOf } from "../../../market/wire-objects/wallet-views.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";
import { chainAssets, sharedDecimals } from "./chain-assets.ts";

/** 20 bytes; the server checks the checksum. */
const EVM_ADDRESS_PATTERN = "^0x[0-9a-fA-F]{40}$";
/** Approval limits are in this asset. */
const LIMIT_ASSET = "USDT";
const CENT_DECIMALS = 2;

/** Returns what can be withdrawn on which chain, the fees, and what prevents a withdrawal. */
export function cashTypeList(
  { engine, funding, listings }: Ports<"engine" | "funding" | "listings">,
  mode: GatewayOptions["mode"],
): CallHandler<"cashTypeList"> {
  const { accounts, addresses, rules } = funding;
  return async (request, context): Promise<CallReply<"cashTypeList">> => {
    const userId = userOf(context);
    const view = await engine.accountView(userId);
    const list = chainAssets(funding, listings, request.asset, undefined).map((offered) => {
      const { chain, feeUnits, onChain, listed, write } = offered;
      return {
        asset: listed.spec.symbol,
        chain: chain.chain,
        chainName: chain.chainName,
        minAmount: write(onChain.minWithdrawalUnits),
        maxAmount: write(onChain.maxWithdrawalUnits),
        fee: write(feeUnits),
        feeAsset: listed.spec.symbol,
        decimals: sharedDecimals(offered),
        available: balanceOf(view, "main", listed.assetId, listings).available,
        confirmationsRequired: chain.confirmationsRequired,
        addressPattern: EVM_ADDRESS_PATTERN,
        paused: chain.paused !== undefined,
        boundAddress: addresses.boundSite(userId, chain.chain)?.address ?? null,
        testAddress: mode === "sandbox" && chain.testnet ? TEST_ADDRESS : null,
      };
    });
    return {
      list,
      promiseHours: WITHDRAWAL_PROMISE_HOURS,
      hold: accounts.withdrawalHold(userId) ?? null,
      bookOnly: addresses.isOnlySource,
      approvalAbove: approvalAbove(rules().approvalAboveCents, listings),
      paymentPasswordSet: accounts.hasPaymentPassword(userId),
      secondFactor: [...accounts.secondFactorMethods(userId)],
      asOfSeq: view.asOfSeq,
    };
  };
}

/** `null` if the limit asset is not listed, so the limit cannot be formatted. */
function approvalAbove(cents: number, listings: Listings): string | null {
  const limitAsset = listings.assetBySymbol(LIMIT_ASSET);
  if (limitAsset === undefined) return null;
  const { scale } = limitAsset.spec;
  return formatDecimal(cents * powerOfTen(scale - CENT_DECIMALS), scale);
}
