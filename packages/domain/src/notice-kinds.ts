/** Kinds of notices and the channels that deliver them. */
export const NOTICE_KINDS = [
  "order",
  "liquidation",
  "margin-call",
  "deposit",
  "withdrawal",
  "security",
  "verification",
  "price-alert",
  "chat",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** `app`: the message list and the socket; `push`: subscribed devices. */
export const NOTICE_CHANNELS = ["app", "mail", "push"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
