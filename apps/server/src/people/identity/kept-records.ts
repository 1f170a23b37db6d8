import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { KnownPlace, LoginRecord } from "./identity-records.ts";

/**
 * Successful and failed attempts are kept separately, so that strangers' wrong passwords do not push out the owner's
 * history.
 */
export function withLogin(logins: readonly LoginRecord[], login: LoginRecord): readonly LoginRecord[] {
  const isSuccess = ({ result }: LoginRecord): boolean => result === "success" || result === "froze";
  const all = [...logins.filter(({ loginId }) => loginId !== login.loginId), login];
  const ofKind = all.filter((each) => isSuccess(each) === isSuccess(login));
  const tooOld = ofKind.slice(0, Math.max(0, ofKind.length - IDENTITY_LIMITS.loginsKept));
  return all.filter((each) => !tooOld.includes(each));
}

/** Returns the places with this one as the newest, at most `most`. */
export function withPlace(
  places: readonly KnownPlace[],
  place: KnownPlace,
  most: number,
): readonly KnownPlace[] {
  return [...places.filter(({ hash }) => hash !== place.hash), place].slice(-most);
}
