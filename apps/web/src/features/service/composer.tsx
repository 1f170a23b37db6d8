import { MAX_CHAT_TEXT } from "@candor/text/field-limits";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { FieldError } from "@candor/ui/field.tsx";
import { Form } from "@candor/ui/form.tsx";
import { CloseIcon } from "@candor/ui/icons.tsx";
import { CameraIcon } from "@candor/ui/page-icons.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { WireChatMessage } from "@candor/wire/chat-calls";
import { useId, useRef, useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useT } from "../../i18n/use-t.ts";
import { PICTURE_TYPES } from "../../shared/pictures/picture-file.ts";
import { usePictureUpload } from "../../shared/pictures/use-picture-upload.ts";
import { messageOf, useAct } from "../../shell/calls/use-call.ts";

/** Returns the text typed while `sent` was in flight. */
const restAfter = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length) : now;

interface Props {
  readonly onSent: (message: WireChatMessage) => void;
}

function useNewMessage(onSent: Props["onSent"]) {
  const [text, setText] = useState("");
  const [picture, setPicture] = useState<CallReply<"upload"> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(newRequestKey());
  const upload = usePictureUpload("chat");
  const send = useAct("chatSend");
  const said = text.trim();
  const isEmpty = said === "" && picture === null;

  /** An edited message is a new one, with a new key. */
  const change = (apply: () => void) => {
    key.current = newRequestKey();
    setProblem(null);
    apply();
  };
  const attach = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    const handed = await upload.run(file);
    if (handed === null) return;
    if (handed.problem === null) change(() => setPicture(handed.reply));
    else setProblem(handed.problem);
  };
  const submit = async () => {
    if (isEmpty || upload.isBusy) return;
    const outcome = await send.run({
      ...(said !== "" && { text: said }),
      ...(picture !== null && { imageUrl: picture.url }),
      requestId: key.current,
    });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    change(() => {
      setText((now) => restAfter(text, now));
      setPicture((now) => (now === picture ? null : now));
    });
    onSent(outcome.reply.message);
  };
  return {
    text,
    setText,
    picture,
    setPicture,
    problem,
    isEmpty,
    isUploading: upload.isBusy,
    isSending: send.isBusy,
    change,
    attach,
    submit,
  };
}

/** Sends one message at a time: text, a picture or both. An unsent message stays, with the same key. */
export function Composer({ onSent }: Props) {
  const t = useT();
  const id = useId();
  const message = useNewMessage(onSent);
  const { text, setText, picture, setPicture, problem, isEmpty, change, submit } = message;
  return (
    <Form className="composer" onSubmit={submit}>
      {picture !== null && (
        <div className="composer-picture">
          <img src={picture.fullurl} alt={t("service.picture")} />
          <IconButton label={t("service.removePicture")} onClick={() => change(() => setPicture(null))}>
            <CloseIcon size="s" />
          </IconButton>
        </div>
      )}
      <div className="composer-row">
        <AttachButton isBusy={message.isUploading} onAttach={(file) => void message.attach(file)} />
        <textarea
          className="composer-text"
          rows={1}
          maxLength={MAX_CHAT_TEXT}
          value={text}
          placeholder={t("service.placeholder")}
          aria-label={t("service.placeholder")}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-error`}
          onChange={(event) => change(() => setText(event.target.value))}
          onKeyDown={(event) => {
            // Shift+Enter inserts a line break; an active IME keeps its Enter.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void submit();
          }}
        />
        <Button type="submit" tone="primary" size="medium" busy={message.isSending} disabled={isEmpty}>
          {t("service.send")}
        </Button>
      </div>
      <FieldError id={id} error={problem} />
    </Form>
  );
}

interface AttachProps {
  readonly isBusy: boolean;
  readonly onAttach: (file: File | undefined) => void;
}

function AttachButton({ isBusy, onAttach }: AttachProps) {
  const t = useT();
  return (
    <label className="iconbtn" title={t("service.attach")} aria-busy={isBusy || undefined}>
      <input
        className="vh"
        type="file"
        accept={PICTURE_TYPES}
        aria-label={t("service.attach")}
        onChange={(event) => {
          onAttach(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {isBusy ? <span className="spin" aria-hidden="true" /> : <CameraIcon />}
    </label>
  );
}
