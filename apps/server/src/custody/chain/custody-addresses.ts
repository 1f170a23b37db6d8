import type { Hex } from "../../kit/hex.ts";

/** Identifies the owner of an address. */
export interface CustodyAddresses {
  /** Pays withdrawals and receives sweeps. */
  readonly hotWallet: Hex;
  /** The platform's own coins for gas. Not part of the custody. */
  readonly gasAccount: Hex;
  /** Returns undefined when it is not a deposit address. */
  userOf(address: Hex): number | undefined;
}

/** Whether the address holds users' funds, which may include the platform's share. */
export function isInCustody(addresses: CustodyAddresses, address: Hex): boolean {
  return address === addresses.hotWallet || addresses.userOf(address) !== undefined;
}
