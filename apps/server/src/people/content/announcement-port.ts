import type { Language } from "@candor/domain/enumerations";

/** A bulletin or notice that everybody is told of at once. */
export interface Announcement {
  /** In the words of a language; without `asOfSeq`, which the socket adds. */
  readonly data: (language: Language) => {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly text: string;
    readonly timeMs: number;
  };
}

export interface AnnouncementPort {
  /** Returns the way to stop. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}
