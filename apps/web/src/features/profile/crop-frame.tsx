import { Slider } from "@candor/ui/slider.tsx";
import type { RefObject } from "react";
import { useState } from "react";
import type { PercentCrop } from "react-image-crop";
import { ReactCrop } from "react-image-crop";
import { useT } from "../../i18n/use-t.ts";
import type { CropArea } from "../../shared/pictures/crop-picture.ts";
import type { OpenPicture } from "../../shared/pictures/picture-file.ts";
import { middleSquare, zoomOf, zoomSquare } from "./crop-square.ts";
import "./profile.css";

/** Minimum size of the frame when dragged by its corners. */
const MIN_PX = 32;
const NO_STOPS: readonly number[] = [];

interface Props {
  readonly imageRef: RefObject<HTMLImageElement | null>;
  readonly picture: OpenPicture;
  /** In percent of the picture. */
  readonly onChange: (area: CropArea) => void;
}

/** The picture under a square frame with a round window, the zoom slider, and a preview. */
export function CropFrame({ imageRef, picture, onChange }: Props) {
  const t = useT();
  const [crop, setCrop] = useState<PercentCrop>(() => ({ unit: "%", ...middleSquare(picture) }));
  /** Before loading, the frame has no size: nothing can be measured, moved or drawn. */
  const [isLoaded, setLoaded] = useState(false);
  const move = (area: CropArea) => {
    const { x, y, width, height } = area;
    setCrop({ unit: "%", x, y, width, height });
    onChange(area);
  };
  const handle = t("profile.cropHandle");
  return (
    <>
      <ReactCrop
        crop={crop}
        aspect={1}
        circularCrop
        keepSelection
        disabled={!isLoaded}
        minWidth={MIN_PX}
        className="crop"
        ariaLabels={{
          cropArea: t("profile.cropArea"),
          nwDragHandle: handle,
          nDragHandle: handle,
          neDragHandle: handle,
          eDragHandle: handle,
          seDragHandle: handle,
          sDragHandle: handle,
          swDragHandle: handle,
          wDragHandle: handle,
        }}
        onChange={(_, percent) => move(percent)}
      >
        <img
          ref={imageRef}
          src={picture.url}
          alt={t("profile.chosenPicture")}
          onLoad={() => {
            setLoaded(true);
            onChange(crop);
          }}
        />
      </ReactCrop>
      <div className="row crop-tools">
        <div className="grow">
          <span className="lab" aria-hidden="true">
            {t("profile.zoom")}
          </span>
          <Slider
            label={t("profile.zoom")}
            value={zoomOf(crop, picture)}
            stops={NO_STOPS}
            disabled={!isLoaded}
            onValueChange={(zoom) => move(zoomSquare(crop, zoom, picture))}
          />
        </div>
        <Preview picture={picture} area={crop} />
      </div>
      <p className="small muted">{t("profile.cropHelp")}</p>
    </>
  );
}

/** Preview of the avatar: the picture scaled and moved behind a round hole. */
function Preview({ picture, area }: { readonly picture: OpenPicture; readonly area: CropArea }) {
  return (
    <span className="avatar xl crop-preview" aria-hidden="true">
      <img
        src={picture.url}
        alt=""
        style={{
          width: `${10_000 / area.width}%`,
          height: `${10_000 / area.height}%`,
          left: `${(-area.x * 100) / area.width}%`,
          top: `${(-area.y * 100) / area.height}%`,
        }}
      />
    </span>
  );
}
