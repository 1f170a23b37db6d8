import type { CallReply } from "@candor/wire/calls";
import type { UploadPurpose } from "@candor/wire/verification-calls";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { openPicture, type PictureProblem } from "./picture-file.ts";
import { useUpload } from "./use-upload.ts";

const PROBLEM_WORDS = {
  format: "profile.pictureFormat",
  size: "profile.pictureSize",
  pixels: "profile.picturePixels",
} as const satisfies Record<PictureProblem, string>;

/** The reply to an uploaded picture, or the problem as text. */
type UploadResult =
  | { readonly problem: null; readonly reply: CallReply<"upload"> }
  | { readonly problem: string };

export interface PictureUpload {
  readonly isBusy: boolean;
  /** Uploads a chosen picture unchanged; resolves to `null` if an upload is in progress. Never throws. */
  readonly run: (file: File) => Promise<UploadResult | null>;
}

/** Uploads pictures as soon as they are chosen. Invalid files are reported before anything is sent. */
export function usePictureUpload(purpose: UploadPurpose): PictureUpload {
  const t = useT();
  const upload = useUpload(purpose);
  const run = async (file: File): Promise<UploadResult | null> => {
    const opened = await openPicture(file);
    if (typeof opened === "string") return { problem: t(PROBLEM_WORDS[opened]) };
    URL.revokeObjectURL(opened.url);
    const outcome = await upload.run(file);
    if (outcome === null) return null;
    return outcome.ok ? { problem: null, reply: outcome.reply } : { problem: messageOf(outcome.error) };
  };
  return { isBusy: upload.isBusy, run };
}
