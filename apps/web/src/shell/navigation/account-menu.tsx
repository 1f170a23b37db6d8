import { Menu } from "@candor/ui/menu.tsx";
import { useNavigate } from "react-router";
import { i18n } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { FAVOURITES, FUND_RECORDS, ME, SECURITY, WALLET } from "../routing/routes.ts";
import { initials } from "../session/initials.ts";
import { useLogOut } from "../session/session.ts";

export function AccountMenu() {
  const t = useT();
  const navigate = useNavigate();
  const user = useAppStore((state) => state.user);
  const logOut = useLogOut();
  const go = (to: string) => () => void navigate(to);
  return (
    <Menu
      label={t("shell.account")}
      title={user?.username}
      buttonClass="avatar s"
      entries={[
        { key: "me", label: t("shell.tabMe"), onSelect: go(ME) },
        { key: "wallet", label: t("shell.navWallet"), onSelect: go(WALLET) },
        { key: "records", label: t("wallet.records"), onSelect: go(FUND_RECORDS) },
        { key: "favourites", label: t("market.favourites"), onSelect: go(FAVOURITES) },
        { key: "security", label: t("security.title"), onSelect: go(SECURITY) },
        { key: "logout", label: t("shell.logOut"), onSelect: () => void logOut() },
      ]}
    >
      {initials(user?.username ?? "", i18n.locale)}
    </Menu>
  );
}
