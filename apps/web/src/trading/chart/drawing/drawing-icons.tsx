import { type IconComponent, icon } from "@candor/ui/icons.tsx";
import type { DrawingTool } from "./drawing.ts";

const END = 1.8;
const dot = (cx: number, cy: number) => <circle cx={cx} cy={cy} r={END} />;

/** Icon of each drawing tool. */
export const TOOL_ICONS: Readonly<Record<DrawingTool, IconComponent>> = {
  trendLine: icon(
    <>
      <path d="M6.5 17.5l11-11" />
      {dot(5, 19)}
      {dot(19, 5)}
    </>,
  ),
  ray: icon(
    <>
      <path d="M6.5 17.5 20 4M20 4h-4.5M20 4v4.5" />
      {dot(5, 19)}
    </>,
  ),
  extendedLine: icon(
    <>
      <path d="M3.5 20.5l17-17" />
      {dot(9, 15)}
      {dot(15, 9)}
    </>,
  ),
  horizontalLine: icon(
    <>
      <path d="M3 12h7m4 0h7" />
      {dot(12, 12)}
    </>,
  ),
  verticalLine: icon(
    <>
      <path d="M12 3v7m0 4v7" />
      {dot(12, 12)}
    </>,
  ),
  channel: icon(<path d="M3.5 14 15 4.5M9 19.5 20.5 10M6.300 16.700 17.700 7.300" />),
  rectangle: icon(<rect x="4" y="6.5" width="16" height="11" rx="1" />),
  fibonacci: icon(<path d="M4 5h16M4 10.5h16M4 14h16M4 19h16" />),
  text: icon(<path d="M5.5 7.5v-2h13v2M12 5.5v13M9.5 18.5h5" />),
  measure: icon(
    <path d="M4 15.5 15.5 4 20 8.5 8.5 20zM7.5 12l1.800 1.800M10.300 9.200l1.800 1.800M13 6.5l1.800 1.800" />,
  ),
};

export const MagnetIcon = icon(<path d="M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4m4 0h4" />);
export const UndoIcon = icon(<path d="M8.5 5 4 9.5 8.5 14M4 9.5h9.5a5.5 5.5 0 0 1 0 11H9" />);
export const RedoIcon = icon(<path d="M15.5 5 20 9.5 15.5 14M20 9.5h-9.5a5.5 5.5 0 0 0 0 11H15" />);
export const TrashIcon = icon(<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5m4-5.5v5.5" />);
export const UnlockIcon = icon(
  <>
    <rect x="5.5" y="11" width="13" height="9" rx="1.5" />
    <path d="M8.5 11V8a3.5 3.5 0 0 1 6.800-1.200" />
  </>,
);
export const DashIcon = icon(<path d="M3 12h4m3 0h4m3 0h4" />);
