import {
  ADDRESS_BOOK,
  API_KEYS,
  AUTHENTICATION,
  AVATAR,
  CONVERT,
  DEPOSIT,
  FAVOURITES,
  FUND_ORDER,
  FUND_RECORDS,
  INVITE,
  ME,
  NOTIFICATIONS,
  PASSWORDS,
  PROFILE,
  PROFIT,
  RECHARGE,
  RETRIEVE,
  SECURITY,
  TEAM,
  TRANSFER,
  VERIFICATION,
  WALLET,
  WITHDRAW,
} from "../routing/routes.ts";

/** Pages with a common menu on desktops. */
export type Area = "me" | "wallet";

export const AREA_PAGES = {
  me: [ME, PROFILE, SECURITY, AUTHENTICATION, NOTIFICATIONS, API_KEYS, INVITE, TEAM],
  wallet: [WALLET, PROFIT, DEPOSIT, WITHDRAW, TRANSFER, CONVERT, FUND_RECORDS, ADDRESS_BOOK],
} as const satisfies Readonly<Record<Area, readonly string[]>>;

export type AreaPage = (typeof AREA_PAGES)[Area][number];

/** Subpages and the menu page they belong to. */
const PARENTS: Readonly<Record<string, AreaPage>> = {
  [AVATAR]: PROFILE,
  [PASSWORDS]: SECURITY,
  [RETRIEVE]: SECURITY,
  [VERIFICATION]: AUTHENTICATION,
  [RECHARGE]: DEPOSIT,
  [FUND_ORDER]: FUND_RECORDS,
};

/** Returns the area of a path. */
export function areaOf(pathname: string): Area | undefined {
  if (pathname.startsWith("/pages/wallet/")) return "wallet";
  const isMe = /^\/pages\/(my|cropper)\//.test(pathname) && pathname !== FAVOURITES;
  return isMe ? "me" : undefined;
}

/** Returns the menu page that a path belongs to. */
export const menuPageOf = (pathname: string): string => PARENTS[pathname] ?? pathname;
