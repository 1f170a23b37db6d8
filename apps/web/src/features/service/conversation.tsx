import { Button } from "@candor/ui/button.tsx";
import { classNames } from "@candor/ui/class-names";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { isoDay } from "@candor/ui/formats";
import { Notice } from "@candor/ui/notice.tsx";
import { ChatIcon, ClockIcon } from "@candor/ui/page-icons.tsx";
import { useFormats, useUi } from "@candor/ui/ui-context.tsx";
import type { WireChatMessage, WireServiceDesk } from "@candor/wire/chat-calls";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useLive } from "../../shell/hooks/use-live.ts";
import { Composer } from "./composer.tsx";
import { useChatStore } from "./use-chat.ts";

/** Messages, oldest first, and the input field. */
export function Conversation() {
  const t = useT();
  const store = useChatStore();
  const { state, messages, hasOlder, isLoadingOlder, desk } = useLive(store);
  const isEmpty = messages.length === 0;
  return (
    <>
      <Notice tone="warn">{t("service.neverAsks")}</Notice>
      {desk !== undefined && <Desk desk={desk} />}
      {isEmpty && state === "loading" && <SkeletonRows count={4} label={t("shell.loading")} />}
      {isEmpty && state === "failed" && <LoadFailed error={store.failure} onRetry={() => store.reload()} />}
      {isEmpty && state === "ready" && (
        <Empty icon={ChatIcon} title={t("service.emptyTitle")}>
          {t("service.emptyNote")}
        </Empty>
      )}
      {hasOlder && (
        <Button size="small" tone="line" busy={isLoadingOlder} onClick={() => store.loadOlder()}>
          {t("service.older")}
        </Button>
      )}
      <Messages messages={messages} />
      <Composer onSent={(message) => store.applyReply(message)} />
    </>
  );
}

function Desk({ desk }: { readonly desk: WireServiceDesk }) {
  const t = useT();
  const formats = useFormats();
  const words =
    desk.isOpen === null
      ? t("service.deskUnstated")
      : desk.isOpen
        ? t("service.deskOpen", { hours: desk.hours })
        : t("service.deskClosed", {
            hours: desk.hours,
            time: formats.date(desk.opensAtMs ?? 0, "day-time"),
          });
  return (
    <p className="service-desk small muted">
      <ClockIcon size="s" />
      <span>{words}</span>
    </p>
  );
}

function Messages({ messages }: { readonly messages: readonly WireChatMessage[] }) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  // Scrolls to the newest message; loading older ones keeps the scroll position.
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: "end" });
  }, [newest]);
  return (
    <>
      <div role="log" aria-label={t("service.conversation")}>
        <ol className="service-log">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      </div>
      <div ref={end} className="service-end" />
    </>
  );
}

function Message({ message }: { readonly message: WireChatMessage }) {
  const t = useT();
  const { formats, nowMs } = useUi();
  const { from, text, imageUrl, timeMs } = message;
  return (
    <li className={classNames("bubble", from === "user" && "own")}>
      <span className="vh">{from === "user" ? t("service.you") : t("service.support")}: </span>
      {imageUrl !== null && (
        <a href={imageUrl} target="_blank" rel="noopener">
          <img src={imageUrl} alt={t("service.picture")} />
        </a>
      )}
      {text !== null && <p>{text}</p>}
      <time className="micro" dateTime={new Date(timeMs).toISOString()} title={formats.date(timeMs, "full")}>
        {formats.date(timeMs, isSameDay(timeMs, nowMs()) ? "time" : "day-time")}
      </time>
    </li>
  );
}

const isSameDay = (a: number, b: number): boolean => isoDay(a) === isoDay(b);
