import type { IconComponent } from "@candor/ui/icons.tsx";
import { GlobeIcon, HistoryIcon, SwapIcon, UsersIcon } from "@candor/ui/icons.tsx";
import {
  ChatIcon,
  DepositIcon,
  DocumentIcon,
  FingerprintIcon,
  GearIcon,
  GridIcon,
  KeyIcon,
  NewsIcon,
  ServerIcon,
  WithdrawIcon,
} from "@candor/ui/page-icons.tsx";
import type { ConsoleOperator } from "@candor/wire/console/console-operator";
import { type ComponentType, lazy } from "react";

export interface ConsolePage {
  /** Path after `/console/#/`. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconComponent;
  /** Command or call that the page needs permission for; "nothing" for everyone. */
  readonly needs: { readonly command: string } | { readonly call: string } | "nothing";
  readonly screen: ComponentType;
}

/** All pages in side bar order. Each is loaded when opened. */
const PAGES: readonly ConsolePage[] = [
  {
    path: "dashboard",
    title: "Dashboard",
    icon: GridIcon,
    needs: { call: "dashboard" },
    screen: lazy(async () => ({ default: (await import("../pages/dashboard-page.tsx")).DashboardPage })),
  },
  {
    path: "withdrawals",
    title: "Withdrawals",
    icon: WithdrawIcon,
    needs: { call: "withdrawal-queue" },
    screen: lazy(async () => ({ default: (await import("../pages/withdrawals-page.tsx")).WithdrawalsPage })),
  },
  {
    path: "deposits",
    title: "Deposits",
    icon: DepositIcon,
    needs: { command: "deposit list" },
    screen: lazy(async () => ({ default: (await import("../pages/deposits-page.tsx")).DepositsPage })),
  },
  {
    path: "verification",
    title: "Verification",
    icon: DocumentIcon,
    needs: { command: "verification list" },
    screen: lazy(async () => ({
      default: (await import("../pages/verification-page.tsx")).VerificationPage,
    })),
  },
  {
    path: "users",
    title: "Users",
    icon: UsersIcon,
    needs: { call: "user-search" },
    screen: lazy(async () => ({ default: (await import("../pages/users-page.tsx")).UsersPage })),
  },
  {
    path: "inbox",
    title: "Inbox",
    icon: ChatIcon,
    needs: { command: "chat list" },
    screen: lazy(async () => ({ default: (await import("../pages/inbox-page.tsx")).InboxPage })),
  },
  {
    path: "content",
    title: "Content",
    icon: NewsIcon,
    needs: { command: "content list" },
    screen: lazy(async () => ({ default: (await import("../pages/content-page.tsx")).ContentPage })),
  },
  {
    path: "operators",
    title: "Operators",
    icon: KeyIcon,
    needs: { command: "operator list" },
    screen: lazy(async () => ({ default: (await import("../pages/operators-page.tsx")).OperatorsPage })),
  },
  {
    path: "audit",
    title: "Audit log",
    icon: HistoryIcon,
    needs: { call: "audit-list" },
    screen: lazy(async () => ({ default: (await import("../pages/audit-page.tsx")).AuditPage })),
  },
  {
    path: "settings",
    title: "Settings",
    icon: GearIcon,
    needs: { command: "setting list" },
    screen: lazy(async () => ({ default: (await import("../pages/settings-page.tsx")).SettingsPage })),
  },
  {
    path: "corrections",
    title: "Proposals",
    icon: SwapIcon,
    needs: { command: "proposal list" },
    screen: lazy(async () => ({ default: (await import("../pages/corrections-page.tsx")).CorrectionsPage })),
  },
  {
    path: "system",
    title: "System",
    icon: ServerIcon,
    needs: { call: "system" },
    screen: lazy(async () => ({ default: (await import("../pages/system-page.tsx")).SystemPage })),
  },
  {
    path: "site",
    title: "Site",
    icon: GlobeIcon,
    needs: { command: "site show" },
    screen: lazy(async () => ({ default: (await import("../pages/site-page.tsx")).SitePage })),
  },
  {
    path: "passkeys",
    title: "Passkeys",
    icon: FingerprintIcon,
    needs: "nothing",
    screen: lazy(async () => ({ default: (await import("../pages/passkeys-page.tsx")).PasskeysPage })),
  },
];

export function pagesFor({ commands, calls }: ConsoleOperator): ConsolePage[] {
  return PAGES.filter(({ needs }) => {
    if (needs === "nothing") return true;
    return "command" in needs ? commands.includes(needs.command) : calls.includes(needs.call);
  });
}
