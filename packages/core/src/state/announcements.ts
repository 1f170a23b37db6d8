import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import type { AnnouncedSetting } from "@candor/domain/events/setting-events";

/** A public announcement of a raised limit that is not yet in force. */
export interface Announcement extends AnnouncedSetting {
  /** Executed when it falls due. */
  readonly command: LimitCommand;
}

/** At most one per setting. There are few. */
export class Announcements {
  /** When the next one falls due. */
  nextMs = Number.POSITIVE_INFINITY;
  private readonly bySetting = new Map<string, Announcement>();

  find(setting: string): Announcement | undefined {
    return this.bySetting.get(setting);
  }

  put(announcement: Announcement): void {
    this.bySetting.set(announcement.setting, announcement);
    this.refresh();
  }

  remove(setting: string): void {
    this.bySetting.delete(setting);
    this.refresh();
  }

  /** Visits them in the order they were announced, which is also their due order. */
  forEach(visit: (announcement: Announcement) => void): void {
    for (const announcement of this.bySetting.values()) visit(announcement);
  }

  /** The public view, in announcement order. */
  all(): readonly AnnouncedSetting[] {
    const all: AnnouncedSetting[] = [];
    this.forEach(({ setting, value, fromMs, proposalId, reason, proposedBy, confirmedBy }) =>
      all.push({ setting, value, fromMs, proposalId, reason, proposedBy, confirmedBy }),
    );
    return all;
  }

  /** The announcements due by `timeMs`, in announcement order. */
  due(timeMs: number): readonly Announcement[] {
    const due: Announcement[] = [];
    this.forEach((each) => {
      if (each.fromMs <= timeMs) due.push(each);
    });
    return due;
  }

  private refresh(): void {
    this.nextMs = Number.POSITIVE_INFINITY;
    for (const { fromMs } of this.bySetting.values()) this.nextMs = Math.min(this.nextMs, fromMs);
  }
}
