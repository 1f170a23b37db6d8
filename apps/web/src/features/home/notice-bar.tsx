import { IconButton } from "@candor/ui/button.tsx";
import { BellIcon, CloseIcon } from "@candor/ui/icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { announcementPath } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";

interface Notice {
  readonly id: string;
  readonly title: string;
  readonly timeMs: number;
}

/** The newest notice until dismissed. */
export function NoticeBar({ notice }: { readonly notice: Notice | null }) {
  const t = useT();
  const { noticeTime, set } = useAppStore();
  if (notice === null || notice.timeMs <= noticeTime) return null;
  return (
    <div className="bull small">
      <BellIcon size="s" />
      <Link className="grow" to={announcementPath(notice.id)}>
        {notice.title}
      </Link>
      <IconButton label={t("home.dismissNotice")} onClick={() => set({ noticeTime: notice.timeMs })}>
        <CloseIcon size="s" />
      </IconButton>
    </div>
  );
}
