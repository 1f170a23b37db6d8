import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ConsoleChatMessage, ConsoleConversation } from "@candor/wire/console/chat";
import { useEffect, useRef } from "react";
import { useAct, useReadCommand } from "../api/use-console.ts";
import { LoadFailed } from "./load-failed.tsx";
import { Loading } from "./loading.tsx";
import { SupportReply } from "./support-reply.tsx";

/** One conversation, oldest first, updated while open. */
export function SupportTalk({ userId, everyMs }: { readonly userId: number; readonly everyMs: number }) {
  const request = { command: "chat show", target: String(userId) };
  const { data, error, refetch } = useReadCommand(request, { everyMs });
  const close = useAct();
  const conversation = data?.data as ConsoleConversation | undefined;
  const newest = conversation?.messages.at(-1);
  const end = useRef<HTMLDivElement>(null);
  const newestNumber = newest?.number;
  useEffect(() => {
    if (newestNumber !== undefined) end.current?.scrollIntoView({ block: "nearest" });
  }, [newestNumber]);
  if (error !== null && conversation === undefined) return <LoadFailed error={error} again={refetch} />;
  if (conversation === undefined) return <Loading />;
  return (
    <Card
      className="stack-4"
      title={conversation.name}
      aside={
        <div className="row">
          <span className="small muted n">UID {userId}</span>
          <Button
            size="small"
            disabled={newest?.from !== "user"}
            onClick={() => close.mutate({ command: "chat close", target: String(userId) })}
          >
            Close without an answer
          </Button>
        </div>
      }
    >
      <div className="inbox-log" role="log" aria-label={`Conversation with ${conversation.name}`}>
        <ol>
          {conversation.messages.map((message) => (
            <Message key={message.number} message={message} />
          ))}
        </ol>
        <div ref={end} />
      </div>
      <SupportReply userId={userId} />
    </Card>
  );
}

function Message({ message }: { readonly message: ConsoleChatMessage }) {
  const formats = useFormats();
  const { from, operator, text, imageUrl, timeMs } = message;
  return (
    <li className={from === "support" ? "inbox-own" : undefined}>
      {imageUrl !== null && (
        <a href={imageUrl} target="_blank" rel="noopener">
          <img src={imageUrl} alt="Sent in this conversation" />
        </a>
      )}
      {text !== null && <p>{text}</p>}
      <span className="micro muted">
        {operator ?? "User"} ·{" "}
        <time dateTime={new Date(timeMs).toISOString()}>{formats.date(timeMs, "full")}</time>
      </span>
    </li>
  );
}
