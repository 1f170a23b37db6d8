import { IconButton } from "@candor/ui/button.tsx";
import { CloseIcon } from "@candor/ui/icons.tsx";
import { CopyIcon, LockIcon, PenIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { ColorChoice } from "../color-choice.tsx";
import { DRAWING_WIDTHS, POINTS_OF } from "./drawing.ts";
import { DashIcon, TrashIcon, UnlockIcon } from "./drawing-icons.tsx";
import { TOOL_NAMES } from "./tool-names.ts";
import type { DrawingTools } from "./use-drawing-tools.ts";

/** Above the chart: what to do with the tool in hand, or the looks of the selected drawing. */
export function DrawingBar({ tools }: { readonly tools: DrawingTools }) {
  const t = useT();
  const { tool, selected } = tools;
  if (tool !== null) {
    return (
      <div className="drawing-bar" role="status">
        <span className="small">
          <b>{t(TOOL_NAMES[tool])}</b> · {t("chart.placePoints", { count: POINTS_OF[tool] })}
          <span className="drawing-keys muted"> · {t("chart.drawingKeys")}</span>
        </span>
        <IconButton label={t("chart.endDrawing")} onClick={() => tools.setTool(null)}>
          <CloseIcon size="s" />
        </IconButton>
      </div>
    );
  }
  return selected === null ? null : <StyleBar tools={tools} selected={selected} />;
}

interface StyleBarProps {
  readonly tools: DrawingTools;
  readonly selected: NonNullable<DrawingTools["selected"]>;
}

function StyleBar({ tools, selected }: StyleBarProps) {
  const t = useT();
  const { id, tool, color, width, isDashed, isLocked } = selected;
  const thicker = DRAWING_WIDTHS[(DRAWING_WIDTHS.indexOf(width) + 1) % DRAWING_WIDTHS.length] ?? width;
  return (
    <div className="drawing-bar" role="toolbar" aria-label={t("chart.drawingStyle")}>
      <ColorChoice
        label={t("chart.color")}
        value={color}
        onValueChange={(next) => tools.restyle({ color: next })}
      />
      <span className="row drawing-acts">
        {tool !== "text" && (
          <>
            <IconButton
              label={t("chart.lineWidth", { width })}
              onClick={() => tools.restyle({ width: thicker })}
            >
              <span className="stroke" style={{ height: width }} />
            </IconButton>
            <IconButton
              label={t("chart.dashed")}
              aria-pressed={isDashed}
              onClick={() => tools.restyle({ isDashed: !isDashed })}
            >
              <DashIcon />
            </IconButton>
          </>
        )}
        {tool === "text" && (
          <IconButton label={t("chart.editText")} onClick={() => tools.edit(id)}>
            <PenIcon />
          </IconButton>
        )}
        <IconButton label={t("chart.duplicate")} onClick={tools.duplicate}>
          <CopyIcon />
        </IconButton>
        <IconButton
          label={t("chart.lock")}
          aria-pressed={isLocked}
          onClick={() => tools.actions.change(id, { isLocked: !isLocked })}
        >
          {isLocked ? <LockIcon /> : <UnlockIcon />}
        </IconButton>
        <IconButton label={t("chart.delete")} disabled={isLocked} onClick={tools.removeSelected}>
          <TrashIcon />
        </IconButton>
      </span>
    </div>
  );
}
