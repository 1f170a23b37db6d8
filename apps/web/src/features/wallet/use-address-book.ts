import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import { useCall } from "../../shell/calls/use-call.ts";

export interface AddressBook {
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly sites: readonly WireWithdrawalSite[];
  readonly reload: () => Promise<unknown>;
}

const NONE: readonly WireWithdrawalSite[] = [];

/** The user's withdrawal addresses on all chains. */
export function useAddressBook(): AddressBook {
  const { data, error, isPending, refetch } = useCall("sites", { kind: "withdrawal" });
  return {
    isLoading: isPending,
    error: data === undefined ? error : null,
    // The call returns withdrawal addresses for this kind.
    sites: (data?.list as readonly WireWithdrawalSite[] | undefined) ?? NONE,
    reload: refetch,
  };
}
