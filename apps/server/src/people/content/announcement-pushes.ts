import type { AnnouncementPort } from "./announcement-port.ts";
import { textIn } from "./content-item.ts";
import type { Content } from "./content-service.ts";

/** Pushes announcements to every connection in its language. */
export function announcementPushes(content: Content): AnnouncementPort {
  return {
    subscribe: (listener) =>
      content.onAnnouncement(({ id, kind, live }) =>
        listener({
          data: (language) => {
            const { title = "", summary = "" } = textIn(live, language) ?? {};
            return { id, kind, title, text: summary, timeMs: live.publishedAtMs };
          },
        }),
      ),
  };
}
