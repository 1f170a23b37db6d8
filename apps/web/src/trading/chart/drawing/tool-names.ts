import type { MessageKey } from "../../../i18n/message-keys.ts";
import type { DrawingTool } from "./drawing.ts";

export const TOOL_NAMES: Readonly<Record<DrawingTool, MessageKey>> = {
  trendLine: "chart.trendLine",
  ray: "chart.ray",
  extendedLine: "chart.extendedLine",
  horizontalLine: "chart.horizontalLine",
  verticalLine: "chart.verticalLine",
  channel: "chart.channel",
  rectangle: "chart.rectangle",
  fibonacci: "chart.fibonacci",
  text: "chart.text",
  measure: "chart.measure",
};
