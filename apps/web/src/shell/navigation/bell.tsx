import { IconLink } from "@candor/ui/button.tsx";
import { BellIcon } from "@candor/ui/icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useCall } from "../calls/use-call.ts";
import { ANNOUNCEMENTS } from "../routing/routes.ts";

/** Refetch interval for anything the socket missed. */
const EVERY_MS = 120_000;

/** Link to messages, with a dot while some are unread. */
export function Bell() {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { data } = useCall("notifyUnread", {}, { enabled: isLoggedIn, refetchEveryMs: EVERY_MS });
  const unread = data?.messages ?? 0;
  if (!isLoggedIn) return null;
  return (
    <IconLink
      to={ANNOUNCEMENTS}
      label={unread > 0 ? t("shell.unreadMessages", { count: unread }) : t("shell.messages")}
    >
      <BellIcon />
      {unread > 0 && <i className="pip" />}
    </IconLink>
  );
}
