import type { NoticeChannel, NoticeKind } from "@candor/domain/notice-kinds";
import type { NoticeContent } from "./notice-content.ts";

/** Messages sent to users, what they have read, and their notification settings. */
export type NoticeRecord =
  | Told
  | { readonly type: "read"; readonly userId: number; readonly numbers: readonly number[] }
  | Switched
  | PriceAlert
  | { readonly type: "alert-ended"; readonly userId: number; readonly alertId: number }
  | PushDevice
  | { readonly type: "device-ended"; readonly userId: number; readonly endpoint: string }
  | { readonly type: "margin-called" | "margin-eased"; readonly userId: number; readonly pool: string }
  | { readonly type: "forgotten"; readonly userId: number };

export interface Told {
  readonly type: "told";
  readonly userId: number;
  /** Numbered from 1 per user. */
  readonly number: number;
  readonly content: NoticeContent;
  /** Greater than the previous message's. */
  readonly timeMs: number;
}

export interface Switched {
  readonly type: "switched";
  readonly userId: number;
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly on: boolean;
}

/** Waits once for an index to reach a price. */
export interface PriceAlert {
  readonly type: "alert-set";
  readonly userId: number;
  /** Numbered from 1 across all users. */
  readonly alertId: number;
  readonly marketId: number;
  readonly direction: "above" | "below";
  /** In 1e-8 of the quote coin. */
  readonly targetE8: number;
  readonly createdAtMs: number;
}

/** A browser that receives pushes for the session that subscribed it, until that session ends. */
export interface PushDevice {
  readonly type: "device-added";
  readonly userId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly addedAtMs: number;
}
