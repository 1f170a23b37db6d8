import { checkListing } from "./check-listing.ts";
import { builtInListing, type ExchangeListing, joinListings } from "./exchange-listing.ts";
import { readListingFile } from "./listing-file.ts";

export interface WantedListing {
  /** All that the exchange should list. */
  readonly listing: ExchangeListing;
  /** The part of it that the operator's file says. */
  readonly operators: ExchangeListing;
}

/** What the exchange of this home should list, checked. Throws SettingError. */
export function wantedListing(home: string, mode: "sandbox" | "live"): WantedListing {
  const { withBuiltIn, ...operators } = readListingFile(home);
  const listing = withBuiltIn ? joinListings(builtInListing(mode), operators) : operators;
  checkListing(listing, mode);
  return { listing, operators };
}
