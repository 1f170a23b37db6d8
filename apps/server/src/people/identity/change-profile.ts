import { sealPhrase } from "./anti-phishing.ts";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ProfileChanged } from "./identity-records.ts";
import type { User } from "./user-and-session.ts";

/** Stores changes to a user's profile; the anti-phishing code is sealed. */
export async function changeProfile(
  context: IdentityContext,
  { userId }: User,
  { antiPhishingCode, ...plain }: ProfileChanged["changes"],
): Promise<void> {
  const sealed =
    antiPhishingCode === undefined ? {} : { antiPhishingCode: sealPhrase(context, userId, antiPhishingCode) };
  await context.store.commit({ type: "profile-changed", userId, changes: { ...plain, ...sealed } });
}

/** Adds or removes a favorite market. @returns false if the user already has the maximum number of favorites */
export async function setFavourite(
  context: IdentityContext,
  { userId, favourites }: User,
  market: string,
  love: boolean,
): Promise<boolean> {
  if (favourites.includes(market) === love) return true;
  if (love && favourites.length >= IDENTITY_LIMITS.maxFavourites) return false;
  await context.store.commit({ type: "favourite", userId, market, love });
  return true;
}
