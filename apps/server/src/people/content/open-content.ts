import path from "node:path";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import { LocalUploadFiles } from "../uploads/upload-files.ts";
import { ContentPictures } from "./content-pictures.ts";
import { Content } from "./content-service.ts";
import { type SiteMode, seedItems } from "./seed-articles.ts";

export interface SiteContent {
  readonly content: Content;
  readonly pictures: ContentPictures;
}

export interface SiteContentOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly mode: SiteMode;
  /** When the exchange was created; built-in items get this date. */
  readonly setUpAtMs: number;
  readonly files: FileKeeper;
  readonly nowMs: () => number;
  readonly onFailure: (error: Error) => void;
}

/** Opens `<CANDOR_HOME>/content`. Throws the journal's error on a locked or damaged directory. */
export function openContent({
  home,
  mode,
  setUpAtMs,
  files,
  nowMs,
  onFailure,
}: SiteContentOptions): SiteContent {
  const directory = path.join(home, "content");
  return {
    content: Content.open({
      directory: path.join(directory, "journal"),
      seeds: seedItems(setUpAtMs, mode),
      nowMs,
      onFailure,
    }),
    pictures: new ContentPictures(new LocalUploadFiles(home, "content", files)),
  };
}
