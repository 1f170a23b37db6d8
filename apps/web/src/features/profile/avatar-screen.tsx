import { Button } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { CameraIcon } from "@candor/ui/page-icons.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { CropArea } from "../../shared/pictures/crop-picture.ts";
import { areaOfPercent, cropToJpeg } from "../../shared/pictures/crop-picture.ts";
import type { OpenPicture, PictureProblem } from "../../shared/pictures/picture-file.ts";
import { openPicture, PICTURE_TYPES } from "../../shared/pictures/picture-file.ts";
import { messageOf, refresh, useAct } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { useGoBack } from "../../shell/routing/page-title.ts";
import { CropFrame } from "./crop-frame.tsx";
import "./profile.css";
import { useUpload } from "../../shared/pictures/use-upload.ts";

const PROBLEM_TEXTS = {
  format: "profile.pictureFormat",
  size: "profile.pictureSize",
  pixels: "profile.picturePixels",
} as const satisfies Record<PictureProblem, string>;

/**
 * Crops a picture to the round avatar. The frame moves with finger, mouse and arrow keys; only its content is uploaded.
 */
export function Screen() {
  const t = useT();
  const goBack = useGoBack();
  const [picture, setPicture] = useState<OpenPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(
    () => () => {
      if (picture !== null) URL.revokeObjectURL(picture.url);
    },
    [picture],
  );
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const opened = await openPicture(chosen);
    if (typeof opened === "string") {
      setPicture(null);
      return setProblem(t(PROBLEM_TEXTS[opened]));
    }
    setProblem(null);
    setPicture(opened);
  };
  return (
    <Page title={t("profile.avatarTitle")} hasBack isForm>
      <div className="narrow panel stack-4 avatar-form">
        <input
          ref={file}
          className="vh"
          type="file"
          accept={PICTURE_TYPES}
          aria-label={t("profile.choosePicture")}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows choosing the same file again after a rejection.
            event.target.value = "";
          }}
        />
        {problem !== null && (
          <Notice tone="down" announce>
            {problem}
          </Notice>
        )}
        {picture === null ? (
          <Empty
            icon={CameraIcon}
            title={t("profile.noPicture")}
            action={
              <Button tone="primary" size="medium" onClick={() => file.current?.click()}>
                {t("profile.choosePicture")}
              </Button>
            }
          >
            {t("profile.pictureRules")}
          </Empty>
        ) : (
          <CropForm
            key={picture.url}
            picture={picture}
            onProblem={setProblem}
            onOther={() => file.current?.click()}
            onDone={goBack}
          />
        )}
      </div>
    </Page>
  );
}

interface CropFormProps {
  readonly picture: OpenPicture;
  readonly onProblem: (problem: string | null) => void;
  readonly onOther: () => void;
  readonly onDone: () => void;
}

function CropForm({ picture, onProblem, onOther, onDone }: CropFormProps) {
  const t = useT();
  const image = useRef<HTMLImageElement>(null);
  const [percent, setPercent] = useState<CropArea | null>(null);
  const [isSaving, setSaving] = useState(false);
  const upload = useUpload("avatar");
  const profile = useAct("profile");
  const save = async () => {
    if (image.current === null || percent === null) return;
    onProblem(null);
    setSaving(true);
    try {
      const cropped = await cropToJpeg(image.current, areaOfPercent(percent, picture));
      const uploaded = await upload.run(cropped);
      if (uploaded === null) return;
      if (!uploaded.ok) return onProblem(messageOf(uploaded.error));
      const outcome = await profile.run({ avatar: uploaded.reply.url });
      if (outcome === null) return;
      if (!outcome.ok) return onProblem(messageOf(outcome.error));
      await refresh("profile");
      showToast(t("profile.pictureSaved"), { kind: "success" });
      onDone();
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <CropFrame imageRef={image} picture={picture} onChange={setPercent} />
      <Button tone="primary" block busy={isSaving} disabled={percent === null} onClick={() => void save()}>
        {t("profile.usePicture")}
      </Button>
      <Button tone="line" block disabled={isSaving} onClick={onOther}>
        {t("profile.otherPicture")}
      </Button>
    </>
  );
}
