import { checkListing } from "./check-listing.ts";
import { builtInListing, type ExchangeListing, joinListings } from "./exchange-listing.ts";
import { readListingFile } from "./listing-file.ts";

export interface WantedListing {
  /** Everything the exchange should list. */
  readonly listing: ExchangeListing;
  /** The part that comes from the operator's file. */
  readonly operators: ExchangeListing;
}

/** Returns the checked listing for this home. Throws SettingError. */
export function wantedListing(home: string, mode: "sandbox" | "live"): WantedListing {
  const { withBuiltIn, ...operators } = readListingFile(home);
  const listing = withBuiltIn ? joinListings(builtInListing(mode), operators) : operators;
  checkListing(listing, mode);
  return { listing, operators };
}
