import type { Hex } from "../../kit/hex.ts";

/** Whose address is it? */
export interface CustodyAddresses {
  /** Pays withdrawals and collects what is swept. */
  readonly hotWallet: Hex;
  /** The platform's own coins for gas; not part of the custody. */
  readonly gasAccount: Hex;
  /** Undefined: nobody's deposit address. */
  userOf(address: Hex): number | undefined;
}

/** Whether what it holds belongs to the users (and the platform's part beside). */
export function isInCustody(addresses: CustodyAddresses, address: Hex): boolean {
  return address === addresses.hotWallet || addresses.userOf(address) !== undefined;
}
