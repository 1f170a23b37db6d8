import { Link } from "@candor/ui/ui-context.tsx";
import { useLocation } from "react-router";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import {
  ADDRESS_BOOK,
  API_KEYS,
  AUTHENTICATION,
  CONVERT,
  DEPOSIT,
  FUND_RECORDS,
  INVITE,
  ME,
  NOTIFICATIONS,
  PROFILE,
  PROFIT,
  SECURITY,
  TEAM,
  TRANSFER,
  WALLET,
  WITHDRAW,
} from "../routing/routes.ts";
import { AREA_PAGES, type Area, type AreaPage, menuPageOf } from "./areas.ts";

const WORDS: Readonly<Record<AreaPage, MessageKey>> = {
  [ME]: "shell.tabMe",
  [PROFILE]: "profile.title",
  [SECURITY]: "security.title",
  [AUTHENTICATION]: "verify.title",
  [NOTIFICATIONS]: "notify.title",
  [API_KEYS]: "keys.title",
  [INVITE]: "invite.title",
  [TEAM]: "team.title",
  [WALLET]: "shell.navWallet",
  [PROFIT]: "profit.title",
  [DEPOSIT]: "wallet.depositTitle",
  [WITHDRAW]: "wallet.withdrawTitle",
  [TRANSFER]: "wallet.transferTitle",
  [CONVERT]: "wallet.convertTitle",
  [FUND_RECORDS]: "wallet.records",
  [ADDRESS_BOOK]: "wallet.addressBook",
};

/** Pages of an area, shown next to them on desktops. */
export function AreaMenu({ area }: { readonly area: Area }) {
  const t = useT();
  const current = menuPageOf(useLocation().pathname);
  return (
    <nav aria-label={t(area === "me" ? "shell.tabMe" : "shell.navWallet")}>
      {AREA_PAGES[area].map((page) => (
        <Link key={page} to={page} {...(page === current && { "aria-current": "page" as const })}>
          {t(WORDS[page])}
        </Link>
      ))}
    </nav>
  );
}
