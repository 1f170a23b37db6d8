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
  RECHARGE,
  RETRIEVE,
  SECURITY,
  TEAM,
  TRANSFER,
  VERIFICATION,
  WALLET,
  WITHDRAW,
} from "./routes.ts";

/** Pages that a desktop shows with a common menu. */
export type Area = "me" | "wallet";

export const AREA_PAGES = {
  me: [ME, PROFILE, SECURITY, AUTHENTICATION, NOTIFICATIONS, API_KEYS, INVITE, TEAM],
  wallet: [WALLET, DEPOSIT, WITHDRAW, TRANSFER, CONVERT, FUND_RECORDS, ADDRESS_BOOK],
} as const satisfies Readonly<Record<Area, readonly string[]>>;

export type AreaPage = (typeof AREA_PAGES)[Area][number];

/** Pages that one comes to from a page of the menu. */
const PARENTS: Readonly<Record<string, AreaPage>> = {
  [AVATAR]: PROFILE,
  [PASSWORDS]: SECURITY,
  [RETRIEVE]: SECURITY,
  [VERIFICATION]: AUTHENTICATION,
  [RECHARGE]: DEPOSIT,
  [FUND_ORDER]: FUND_RECORDS,
};

/** The area of a page, by its address. */
export function areaOf(pathname: string): Area | undefined {
  if (pathname.startsWith("/pages/wallet/")) return "wallet";
  const isMe = /^\/pages\/(my|cropper)\//.test(pathname) && pathname !== FAVOURITES;
  return isMe ? "me" : undefined;
}

/** Where in the menu a page is. */
export const menuPageOf = (pathname: string): string => PARENTS[pathname] ?? pathname;
