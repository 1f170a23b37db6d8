import { IconButton } from "@candor/ui/button.tsx";
import { PenIcon } from "@candor/ui/page-icons.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { Chart } from "klinecharts";
import { type RefObject, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { useDesktop } from "../../../shell/hooks/use-media-query.ts";
import type { ShownMarket } from "../../market/use-market.ts";
import "./drawing.css";
import { DrawingBar } from "./drawing-bar.tsx";
import { DrawingRail } from "./drawing-rail.tsx";
import { TextSheet } from "./text-sheet.tsx";
import { useDrawingKeys } from "./use-drawing-keys.ts";
import { useDrawingTools } from "./use-drawing-tools.ts";

export interface DrawingLayerProps {
  readonly chart: Chart | null;
  readonly shown: ShownMarket;
  /** The element whose focus and pointer decide where keys go. */
  readonly panel: RefObject<HTMLElement | null>;
  /** Default: true. Without tools, drawings are shown and can be changed. */
  readonly hasTools?: boolean;
}

/** Drawings over a chart: a rail of tools on desktops, a button with a sheet on phones, and the bar of the selection. */
export function DrawingLayer({ chart, shown, panel, hasTools = true }: DrawingLayerProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const tools = useDrawingTools(chart, shown);
  const [isChoosing, setChoosing] = useState(false);
  useDrawingKeys(panel, tools);
  return (
    <>
      {hasTools && isDesktop && <DrawingRail tools={tools} layout="rail" />}
      {hasTools && !isDesktop && (
        <IconButton
          className="drawing-open"
          label={t("chart.drawingTools")}
          onClick={() => setChoosing(true)}
        >
          <PenIcon />
        </IconButton>
      )}
      <DrawingBar tools={tools} />
      {hasTools && !isDesktop && (
        <Sheet open={isChoosing} onOpenChange={setChoosing} title={t("chart.drawingTools")}>
          <DrawingRail tools={tools} layout="grid" onChoice={() => setChoosing(false)} />
        </Sheet>
      )}
      {tools.edited !== null && <TextSheet key={tools.edited.id} tools={tools} edited={tools.edited} />}
    </>
  );
}
