import type { Language, TransactionNote } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import { CATALOGUES } from "@candor/wire/messages/messages";
import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { TransactionFinding } from "../../../custody/chain/chain-port.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { chainAssets } from "./chain-assets.ts";

const NEWEST_DEPOSITS = 10;

/** Returns what can be deposited, and the caller's newest deposits. */
export function rechargeList({
  funding,
  listings,
}: Ports<"funding" | "listings">): CallHandler<"rechargeList"> {
  return (request, context): CallReply<"rechargeList"> => {
    const { chains } = funding;
    const list = chainAssets(funding, listings, request.asset, undefined).map(
      ({ chain, onChain, listed, write }) => ({
        asset: listed.spec.symbol,
        chain: chain.chain,
        chainName: chain.chainName,
        minDeposit: write(onChain.minDepositUnits),
        confirmationsRequired: chain.confirmationsRequired,
        etaSeconds: chain.etaSeconds,
        enabled: chain.paused === undefined,
        contractAddress: onChain.contractAddress,
        explorerUrl: chain.explorerUrl,
        testnet: chain.testnet,
      }),
    );
    const userId = context.session?.userId;
    const records = userId === undefined ? [] : chains.depositsOf(userId, NEWEST_DEPOSITS);
    return { list, records: records.map((deposit) => funding.movements.deposit(deposit)) };
  };
}

/** Looks up a transaction named by the user. Never credits anything: only the watcher does. */
export function rechargeOrder({ funding }: Ports<"funding">): CallHandler<"rechargeOrder"> {
  const { chains } = funding;
  return async (request, context): Promise<Outcome<CallReply<"rechargeOrder">>> => {
    const chain = chains.chain(request.chain);
    if (chain === undefined)
      return rejectFields("request.parameterError", { path: "chain", reason: "range" });
    if (chain.paused !== undefined) return reject("withdrawal.chainPaused", { chain: chain.chainName });
    const finding = await chains.explainTransaction(chain.chain, request.txHash, userOf(context));
    const { deposit } = finding;
    return {
      deposit: deposit === undefined ? null : funding.movements.deposit(deposit),
      found: finding.kind !== "not-found",
      note: noteOf(finding, context.language),
      ...(deposit?.status === "credited" ? { success: "deposit.succeeded" as const } : {}),
    };
  };
}

/** Returns the caller's deposit addresses; an address is created at the first request. */
export async function depositSites(
  { funding, listings }: Ports<"funding" | "listings">,
  userId: number,
  asset: string | undefined,
  chain: string | undefined,
) {
  const offered = chainAssets(funding, listings, asset, chain);
  if (offered.length === 0) return [];
  const address = await funding.chains.depositAddressOf(userId);
  return offered.map(({ chain: view, onChain, listed, write }) => ({
    asset: listed.spec.symbol,
    chain: view.chain,
    chainName: view.chainName,
    address,
    uri: paymentUri(address, onChain.contractAddress, view.evmChainId),
    minDeposit: write(onChain.minDepositUnits),
    confirmationsRequired: view.confirmationsRequired,
  }));
}

/** Returns the URI that wallets read from a QR code: https://eips.ethereum.org/EIPS/eip-681 */
function paymentUri(address: string, contract: string | null, evmChainId: number): string {
  return contract === null
    ? `ethereum:${address}@${evmChainId}`
    : `ethereum:${contract}@${evmChainId}/transfer?address=${address}`;
}

/** Returns `null` if the deposit is simply pending or credited. */
function noteOf(finding: TransactionFinding, language: Language): string | null {
  const note: TransactionNote | null =
    finding.kind === "deposit" ? (finding.deposit?.reason ?? null) : finding.kind;
  return note === null ? null : CATALOGUES[language].transactionNotes[note];
}
