import { CALLS, type CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { Site } from "../../../custody/withdrawals/withdrawal-records.ts";
import { keyedRequest } from "../../../custody/withdrawals/withdrawal-service.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { fingerprintOf } from "../replay-cache.ts";
import { depositSites } from "./deposits.ts";
import { checkWithdrawalSecrets } from "./withdrawal-secrets.ts";

/** Returns addresses to deposit to, or the address book for withdrawals. */
export function sites(ports: Ports<"funding" | "listings">): CallHandler<"sites"> {
  const { addresses, chains } = ports.funding;
  return async (request, context): Promise<CallReply<"sites">> => {
    const userId = userOf(context);
    const { kind, asset, chain } = request;
    if (kind === "deposit") return { list: await depositSites(ports, userId, asset, chain) };
    const only = chain === undefined ? undefined : (chains.chain(chain)?.chain ?? "");
    const list = addresses.sites(userId).filter((site) => only === undefined || site.chain === only);
    return { list: list.map(toWireSite) };
  };
}

export function addSite({ funding, identity }: Ports<"funding" | "identity">): CallHandler<"addSite"> {
  const { accounts, addresses, chains, withdrawals } = funding;
  const { path, secrets } = CALLS.addSite;
  return async (request, context): Promise<Outcome<CallReply<"addSite">>> => {
    const { address, bound, label = "", paymentPassword, requestId, secondFactor } = request;
    const chain = chains.chain(request.chain);
    if (chain === undefined)
      return rejectFields("request.parameterError", { path: "chain", reason: "range" });
    if (paymentPassword === undefined) return reject("withdrawal.paymentPasswordEmpty");
    if (address === undefined) return reject("withdrawal.addressEmpty");
    const userId = userOf(context);
    const { nowMs } = context;
    const fingerprint = fingerprintOf(path, { ...request, chain: chain.chain }, secrets);
    if (requestId !== undefined) {
      const first = withdrawals.book.answeredRequest(userId, requestId, nowMs);
      if (first !== undefined)
        return first.fingerprint === fingerprint && first.result.kind === "site"
          ? { ...toWireSite(first.result.site), replayed: true }
          : reject("request.keyConflict", { call: path });
    }
    if (!chains.isValidAddress(chain.chain, address) || chains.isOwnAddress(address))
      return reject("withdrawal.addressInvalid", { chain: chain.chainName });
    const elsewhere = addresses.refusalOf(userId, chain.chain, address);
    if (elsewhere !== undefined) return elsewhere;
    const unproven = await checkWithdrawalSecrets(accounts, context, paymentPassword, secondFactor);
    if (unproven !== undefined) return unproven;
    const site = { userId, chain: chain.chain, address, label, bound };
    const keyed = requestId === undefined ? undefined : keyedRequest(requestId, fingerprint, nowMs);
    const kept = await addresses.add(site, nowMs, keyed);
    if (kept instanceof Rejected) return kept;
    identity.sendSecurityNotice(userId, { kind: "addressAdded", address, chain: chain.chainName });
    return toWireSite(kept);
  };
}

export function removeSite({ funding }: Ports<"funding">): CallHandler<"removeSite"> {
  const { addresses, withdrawals } = funding;
  const { path } = CALLS.removeSite;
  return async (request, context): Promise<Outcome<CallReply<"removeSite">>> => {
    const { requestId, siteId } = request;
    const userId = userOf(context);
    const { nowMs } = context;
    const fingerprint = fingerprintOf(path, request, []);
    if (requestId !== undefined) {
      const first = withdrawals.book.answeredRequest(userId, requestId, nowMs);
      if (first !== undefined)
        return first.fingerprint === fingerprint && first.result.kind === "removed"
          ? { removed: first.result.siteId, replayed: true }
          : reject("request.keyConflict", { call: path });
    }
    const keyed = requestId === undefined ? undefined : keyedRequest(requestId, fingerprint, nowMs);
    const removed = await addresses.remove(userId, siteId, keyed);
    return removed instanceof Rejected ? removed : { removed };
  };
}

function toWireSite(site: Site) {
  const { siteId, chain, address, label, bound, usableAtMs, createdAtMs } = site;
  return { siteId, chain, address, label, bound, usableAtMs, createdAtMs };
}
