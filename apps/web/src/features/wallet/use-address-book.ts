import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import { useCall } from "../../shell/use-call.ts";

export interface AddressBook {
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly sites: readonly WireWithdrawalSite[];
  readonly reload: () => Promise<unknown>;
}

const NONE: readonly WireWithdrawalSite[] = [];

/** The caller's own book of withdrawal addresses, of all chains. */
export function useAddressBook(): AddressBook {
  const { data, error, isPending, refetch } = useCall("sites", { kind: "withdrawal" });
  return {
    isLoading: isPending,
    error: data === undefined ? error : null,
    // The call answers with withdrawal addresses, because it was asked for them.
    sites: (data?.list as readonly WireWithdrawalSite[] | undefined) ?? NONE,
    reload: refetch,
  };
}
