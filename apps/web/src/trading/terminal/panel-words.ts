import type { MessageKey } from "../../i18n/message-keys.ts";
import type { Panel } from "./terminal-layout.ts";

export const PANEL_WORDS = {
  chart: "chart.title",
  tape: "trade.lastTrades",
  book: "trade.orderBook",
  ticket: "trade.panelTicket",
  records: "trade.panelRecords",
} as const satisfies Readonly<Record<Panel, MessageKey>>;
