/** What people are told of, and by which ways. */
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

/** `app`: the list of messages and the socket; `push`: the devices that subscribed. */
export const NOTICE_CHANNELS = ["app", "mail", "push"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
