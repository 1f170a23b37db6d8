import { FieldError } from "@candor/ui/field.tsx";
import { CameraIcon, CheckIcon } from "@candor/ui/icons.tsx";
import { useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/use-call.ts";
import type { PictureProblem } from "../profile/picture-file.ts";
import { openPicture, PICTURE_TYPES } from "../profile/picture-file.ts";
import { useUpload } from "../profile/use-upload.ts";
import type { DraftPhoto } from "./verification-draft.ts";

const PROBLEM_WORDS = {
  format: "profile.pictureFormat",
  size: "profile.pictureSize",
  pixels: "profile.picturePixels",
} as const satisfies Record<PictureProblem, string>;

interface Props {
  readonly label: string;
  readonly photo: DraftPhoto | null;
  readonly onPhoto: (photo: DraftPhoto | null) => void;
  readonly error: string | null;
  /** A phone opens its front camera instead of its pictures. */
  readonly isLive?: boolean;
}

/** One photo of the papers: chosen or taken, handed in at once, shown as it arrived. */
export function PhotoField({ label, photo, onPhoto, error, isLive = false }: Props) {
  const t = useT();
  const id = useId();
  const upload = useUpload("identity");
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    const opened = await openPicture(file);
    if (typeof opened === "string") return setProblem(t(PROBLEM_WORDS[opened]));
    URL.revokeObjectURL(opened.url);
    const outcome = await upload.run(file);
    if (outcome === null) return;
    if (outcome.ok) onPhoto({ reference: outcome.reply.url, shownAt: outcome.reply.fullurl });
    else setProblem(messageOf(outcome.error));
  };
  const told = problem ?? error;
  return (
    <div className="field photo">
      <label
        className="photo-box"
        data-problem={told !== null || undefined}
        aria-busy={upload.isBusy || undefined}
      >
        <input
          id={id}
          className="vh"
          type="file"
          accept={PICTURE_TYPES}
          {...(isLive && { capture: "user" as const })}
          aria-invalid={told !== null || undefined}
          aria-describedby={told === null ? undefined : `${id}-error`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {photo !== null && <img src={photo.shownAt} alt="" />}
        <span className="photo-words">
          {upload.isBusy ? (
            <span className="spin" aria-hidden="true" />
          ) : photo === null ? (
            <CameraIcon />
          ) : (
            <CheckIcon size="s" />
          )}
          <span>
            <span className="med">{label}</span>
            <span className="small">
              {upload.isBusy
                ? t("verify.sending")
                : photo === null
                  ? t(isLive ? "verify.takePhoto" : "verify.choosePhoto")
                  : t("verify.photoIn")}
            </span>
          </span>
        </span>
      </label>
      <FieldError id={id} error={told} />
    </div>
  );
}
