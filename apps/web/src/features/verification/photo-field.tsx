import { FieldError } from "@candor/ui/field.tsx";
import { CheckIcon } from "@candor/ui/icons.tsx";
import { CameraIcon } from "@candor/ui/page-icons.tsx";
import { useId, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { PICTURE_TYPES } from "../../shared/pictures/picture-file.ts";
import { usePictureUpload } from "../../shared/pictures/use-picture-upload.ts";
import type { DraftPhoto } from "./verification-draft.ts";

interface Props {
  readonly label: string;
  readonly photo: DraftPhoto | null;
  readonly onPhoto: (photo: DraftPhoto | null) => void;
  readonly error: string | null;
  /** On phones, opens the front camera instead of the photo library. */
  readonly isLive?: boolean;
}

/** One document photo: chosen or taken, uploaded at once, then shown as uploaded. */
export function PhotoField({ label, photo, onPhoto, error, isLive = false }: Props) {
  const t = useT();
  const id = useId();
  const upload = usePictureUpload("identity");
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    const handed = await upload.run(file);
    if (handed === null) return;
    if (handed.problem === null) onPhoto({ reference: handed.reply.url, shownAt: handed.reply.fullurl });
    else setProblem(handed.problem);
  };
  const message = problem ?? error;
  return (
    <div className="field photo">
      <label
        className="photo-box"
        data-problem={message !== null || undefined}
        aria-busy={upload.isBusy || undefined}
      >
        <input
          id={id}
          className="vh"
          type="file"
          accept={PICTURE_TYPES}
          {...(isLive && { capture: "user" as const })}
          aria-invalid={message !== null || undefined}
          aria-describedby={message === null ? undefined : `${id}-error`}
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
      <FieldError id={id} error={message} />
    </div>
  );
}
