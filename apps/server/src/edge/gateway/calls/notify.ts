import { parseDecimal } from "@candor/money/decimal";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import type { WirePriceAlert } from "@candor/wire/notify-calls";
import { type FieldReason, type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { NOTICE_LIMITS } from "../../../people/notices/notice-limits.ts";
import type { PriceAlert } from "../../../people/notices/notice-records.ts";
import { plainPrice } from "../../../people/notices/notice-sources.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

const INDEX_SCALE = 8;
const ALERT_ID = /^[1-9][0-9]{0,14}$/;

type AlertRequest = CallRequest<"notifyAlerts">;

const wrong = (path: string, reason: FieldReason): Rejected =>
  rejectFields("request.parameterError", { path, reason });

export function notifyUnread({ notices, chat }: Ports<"chat" | "notices">): CallHandler<"notifyUnread"> {
  return (_request, context) => {
    const userId = userOf(context);
    return { messages: notices.service.unread(userId), chat: chat.unread(userId) };
  };
}

export function notifyRead({ notices }: Ports<"notices">): CallHandler<"notifyRead"> {
  return async (_request, context) => ({ read: await notices.service.markAllRead(userOf(context)) });
}

/** Applies changes to the caller's notification settings and returns them. Rejects 111. */
export function notifySettings({
  notices,
  identity,
}: Ports<"identity" | "notices">): CallHandler<"notifySettings"> {
  const { service, push } = notices;
  return async ({ changes = [], endpoint }, context): Promise<CallReply<"notifySettings">> => {
    const userId = userOf(context);
    for (const { kind, channel, on } of changes) await service.setSwitch(userId, kind, channel, on);
    const devices = service.devices(userId);
    return {
      list: service.switches(userId),
      hasMailbox: typeof identity.user(userId)?.email === "string",
      pushKey: push.publicKey,
      devices: devices.length,
      isThisDevice: devices.some((device) => device.endpoint === endpoint),
    };
  };
}

/** Adds or removes a price alert and returns the caller's alerts. Rejects 111, 320, 330, 339, 212. */
export function notifyAlerts(ports: Ports<"listings" | "mirror" | "notices">): CallHandler<"notifyAlerts"> {
  const { service } = ports.notices;
  return async (request, context): Promise<Outcome<CallReply<"notifyAlerts">>> => {
    const userId = userOf(context);
    if (request.action === "add") {
      const added = await addAlert(ports, userId, request);
      if (added instanceof Rejected) return added;
    } else if (request.action === "remove") {
      const { alertId } = request;
      if (alertId === undefined) return wrong("alertId", "missing");
      const isRemoved = ALERT_ID.test(alertId) && (await service.removeAlert(userId, Number(alertId)));
      if (!isRemoved) return reject("request.unknownId");
    }
    const list = service.alerts(userId).map((alert) => toWireAlert(alert, ports));
    return { list: list.reverse(), most: NOTICE_LIMITS.alerts };
  };
}

async function addAlert(
  { listings, mirror, notices }: Ports<"listings" | "mirror" | "notices">,
  userId: number,
  { symbol, direction, price }: AlertRequest,
): Promise<Outcome<PriceAlert>> {
  if (symbol === undefined) return wrong("symbol", "missing");
  if (direction === undefined) return wrong("direction", "missing");
  if (price === undefined) return wrong("price", "missing");
  const targetE8 = parseDecimal(price, INDEX_SCALE);
  if (typeof targetE8 !== "number") return wrong("price", "format");
  if (targetE8 === 0) return wrong("price", "range");
  const market = listings.spotMarkets.find(({ spec }) => spec.symbol === symbol);
  if (market === undefined) return reject("request.unknownId");
  const { marketId } = market;
  const mirrored = mirror.market(marketId);
  const indexE8 = mirrored?.indexE8 ?? 0;
  if (indexE8 === 0)
    return reject("trade.marketUnavailable", {
      status: "cancel-only",
      reason: mirrored?.statusReason ?? "stale",
    });
  const isReached = direction === "above" ? indexE8 >= targetE8 : indexE8 <= targetE8;
  if (isReached) return reject("trade.triggerPrice", { price: plainPrice(indexE8) });
  return await notices.service.setAlert(userId, { marketId, direction, targetE8 });
}

function toWireAlert(
  { alertId, marketId, direction, targetE8, createdAtMs }: PriceAlert,
  { listings }: Ports<"listings">,
): WirePriceAlert {
  return {
    alertId: String(alertId),
    symbol: listings.market(marketId).spec.symbol,
    direction,
    price: plainPrice(targetE8),
    createdAtMs,
  };
}

/** Enables push notifications to a browser while this session is active. Rejects 111. */
export function notifySubscribe({ notices }: Ports<"notices">): CallHandler<"notifySubscribe"> {
  const { service, push } = notices;
  return async ({ endpoint, keys }, context): Promise<Outcome<CallReply<"notifySubscribe">>> => {
    const userId = userOf(context);
    if (!push.isEndpoint(endpoint)) return wrong("endpoint", "range");
    const sessionId = context.session?.sessionId ?? "";
    await service.addDevice({ userId, sessionId, endpoint, p256dh: keys.p256dh, auth: keys.auth });
    return { devices: service.devices(userId).length };
  };
}

/** Disables push notifications to a browser. Rejects 111, 320. */
export function notifyUnsubscribe({ notices }: Ports<"notices">): CallHandler<"notifyUnsubscribe"> {
  const { service } = notices;
  return async ({ endpoint }, context): Promise<Outcome<CallReply<"notifyUnsubscribe">>> => {
    const userId = userOf(context);
    if (!(await service.removeDevice(userId, endpoint))) return reject("request.unknownId");
    return { devices: service.devices(userId).length };
  };
}
