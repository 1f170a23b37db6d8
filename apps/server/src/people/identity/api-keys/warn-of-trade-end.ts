import { utcMinute } from "@candor/wire/translations/messages";
import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { ApiKeyRecord } from "../identity-records.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import { tradeEndsAtMs } from "./api-key-register.ts";
import { nameOfApiKey } from "./use-api-keys.ts";

/**
 * Warns the owners of keys without addresses that will soon stop trading, once each. A key older than the rule gets the
 * full notice period.
 * @returns how many keys there were warnings for
 */
export async function warnOfTradeEnd(context: IdentityContext): Promise<number> {
  const nowMs = context.nowMs();
  let warned = 0;
  for (const user of context.store.state.allUsers()) {
    for (const key of user.apiKeys) {
      // The key may have been removed, or the account closed, while others were warned.
      if (!isDue(key, nowMs) || !user.apiKeys.includes(key)) continue;
      if (context.store.state.user(user.userId) !== user) break;
      const endsAtMs = Math.max(tradeEndsAtMs(key) ?? 0, nowMs + IDENTITY_LIMITS.openKeyNoticeMs);
      await context.store.commit({
        type: "api-key-warned",
        userId: user.userId,
        apiKeyId: key.apiKeyId,
        tradeEndsAtMs: endsAtMs,
      });
      const notice = {
        kind: "apiKeyTradeEnds",
        name: nameOfApiKey(key),
        until: utcMinute(endsAtMs),
      } as const;
      notifyUser(context, user, notice);
      warned++;
    }
  }
  return warned;
}

function isDue(key: ApiKeyRecord, nowMs: number): boolean {
  const endsAtMs = tradeEndsAtMs(key);
  return (
    key.tradeEndsAtMs === undefined &&
    endsAtMs !== undefined &&
    endsAtMs - nowMs <= IDENTITY_LIMITS.openKeyNoticeMs
  );
}
