import { classNames } from "@candor/ui/class-names";
import { EyeIcon, EyeOffIcon, type IconComponent } from "@candor/ui/icons.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { useChartSettings } from "../chart-settings.ts";
import { DRAWING_TOOLS } from "./drawing.ts";
import { MagnetIcon, RedoIcon, TOOL_ICONS, TrashIcon, UndoIcon } from "./drawing-icons.tsx";
import { TOOL_NAMES } from "./tool-names.ts";
import type { DrawingTools } from "./use-drawing-tools.ts";

interface RailButtonProps {
  readonly label: string;
  readonly Icon: IconComponent;
  readonly isPressed?: boolean;
  readonly onClick: (() => void) | undefined;
}

function RailButton({ label, Icon, isPressed, onClick }: RailButtonProps) {
  return (
    <button
      type="button"
      className="rail-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      <Icon />
      <span className="rail-name" aria-hidden="true">
        {label}
      </span>
    </button>
  );
}

export interface DrawingRailProps {
  readonly tools: DrawingTools;
  /** A slim column next to the chart, or a grid with names in a sheet. */
  readonly layout: "rail" | "grid";
  /** Called after each choice. */
  readonly onChoice?: () => void;
}

/** All drawing tools, and what concerns all drawings. */
export function DrawingRail({ tools, layout, onChoice }: DrawingRailProps) {
  const t = useT();
  const { isMagnetic, setMagnetic } = useChartSettings();
  const { drawings, actions, tool, setTool } = tools;
  const then = (act: (() => void) | undefined) =>
    act &&
    (() => {
      act();
      onChoice?.();
    });
  const hasSome = drawings.list.length > 0;
  return (
    <div
      className={classNames("drawing-rail", `is-${layout}`)}
      role="toolbar"
      aria-label={t("chart.drawingTools")}
    >
      <div className="rail-tools">
        {DRAWING_TOOLS.map((each) => (
          <RailButton
            key={each}
            label={t(TOOL_NAMES[each])}
            Icon={TOOL_ICONS[each]}
            isPressed={tool === each}
            onClick={then(() => setTool(tool === each ? null : each))}
          />
        ))}
      </div>
      <div className="rail-actions">
        <RailButton
          label={t("chart.magnet")}
          Icon={MagnetIcon}
          isPressed={isMagnetic}
          onClick={then(() => setMagnetic(!isMagnetic))}
        />
        <RailButton
          label={t(drawings.isHidden ? "chart.showDrawings" : "chart.hideDrawings")}
          Icon={drawings.isHidden ? EyeOffIcon : EyeIcon}
          onClick={hasSome ? then(() => actions.setHidden(!drawings.isHidden)) : undefined}
        />
        <RailButton label={t("chart.undo")} Icon={UndoIcon} onClick={then(actions.undo)} />
        <RailButton label={t("chart.redo")} Icon={RedoIcon} onClick={then(actions.redo)} />
        <RailButton
          label={t("chart.deleteAll")}
          Icon={TrashIcon}
          onClick={hasSome ? then(actions.removeAll) : undefined}
        />
      </div>
    </div>
  );
}
