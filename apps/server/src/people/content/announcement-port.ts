import type { Language } from "@candor/domain/enumerations";
import type { AnnouncementKind } from "./content-item.ts";

/** A bulletin or notice pushed to everybody. */
export interface Announcement {
  /** Data in a given language, without `asOfSeq`, which the socket adds. */
  readonly data: (language: Language) => {
    readonly id: string;
    readonly kind: AnnouncementKind;
    readonly title: string;
    readonly text: string;
    readonly timeMs: number;
  };
}

export interface AnnouncementPort {
  /** Returns a function that unsubscribes. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}
