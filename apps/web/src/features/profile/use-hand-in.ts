import type { CallReply } from "@candor/wire/calls";
import type { UploadPurpose } from "@candor/wire/verification-calls";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/use-call.ts";
import { openPicture, type PictureProblem } from "./picture-file.ts";
import { useUpload } from "./use-upload.ts";

const PROBLEM_WORDS = {
  format: "profile.pictureFormat",
  size: "profile.pictureSize",
  pixels: "profile.picturePixels",
} as const satisfies Record<PictureProblem, string>;

/** What the server has of the picture, or why it has none, in words. */
export type HandedIn =
  | { readonly problem: null; readonly reply: CallReply<"upload"> }
  | { readonly problem: string };

export interface HandIn {
  readonly isBusy: boolean;
  /** Hands in a chosen picture as it is; `null`: one is under way already. Never throws. */
  readonly run: (file: File) => Promise<HandedIn | null>;
}

/** Pictures that are handed in as soon as they are chosen. What is none is told before anything is sent. */
export function useHandIn(purpose: UploadPurpose): HandIn {
  const t = useT();
  const upload = useUpload(purpose);
  const run = async (file: File): Promise<HandedIn | null> => {
    const opened = await openPicture(file);
    if (typeof opened === "string") return { problem: t(PROBLEM_WORDS[opened]) };
    URL.revokeObjectURL(opened.url);
    const outcome = await upload.run(file);
    if (outcome === null) return null;
    return outcome.ok ? { problem: null, reply: outcome.reply } : { problem: messageOf(outcome.error) };
  };
  return { isBusy: upload.isBusy, run };
}
