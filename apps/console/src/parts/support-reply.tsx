import { Button } from "@candor/ui/button.tsx";
import { Field } from "@candor/ui/field.tsx";
import { Form } from "@candor/ui/form.tsx";
import { useId, useRef, useState } from "react";
import { useAct } from "../api/use-console.ts";

const MAX_CHARACTERS = 1_000;
/** A console call may have 4 MiB, and base64 turns three bytes into four. */
const MAX_BYTES = 2_900_000;

interface Picture {
  readonly name: string;
  readonly base64: string;
}

/** An answer: text, a picture or both. A rejected answer stays, with the same key, so it is never sent twice. */
export function SupportReply({ userId }: { readonly userId: number }) {
  const id = useId();
  const [text, setText] = useState("");
  const [picture, setPicture] = useState<Picture>();
  const [problem, setProblem] = useState<string>();
  const key = useRef(newKey());
  const act = useAct();
  const isEmpty = text.trim() === "" && picture === undefined;
  /** An edited answer is a new one, with a new key. */
  const change = (apply: () => void) => {
    key.current = newKey();
    apply();
  };
  const attach = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return setProblem("At most 2.9 MB.");
    setProblem(undefined);
    const base64 = await base64Of(file);
    change(() => setPicture({ name: file.name, base64 }));
  };
  const send = () => {
    if (isEmpty || act.isPending) return;
    const input = {
      ...(text.trim() !== "" && { text: text.trim() }),
      ...(picture !== undefined && { picture: picture.base64 }),
      requestId: key.current,
    };
    act.mutate(
      { command: "chat reply", target: String(userId), input },
      {
        onSuccess: () =>
          change(() => {
            setText((now) => restAfter(text, now));
            setPicture((now) => (now === picture ? undefined : now));
          }),
      },
    );
  };
  return (
    <Form className="stack" onSubmit={send}>
      <Field id={id} label="Answer" error={problem}>
        <textarea
          id={id}
          className="inp console-area"
          value={text}
          maxLength={MAX_CHARACTERS}
          onChange={(event) => change(() => setText(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
      </Field>
      <div className="console-actions">
        <Button type="submit" size="medium" tone="primary" busy={act.isPending} disabled={isEmpty}>
          Send
        </Button>
        <PictureButton
          picture={picture}
          onAttach={(file) => void attach(file)}
          onRemove={() => change(() => setPicture(undefined))}
        />
      </div>
    </Form>
  );
}

interface PictureButtonProps {
  readonly picture: Picture | undefined;
  readonly onAttach: (file: File | undefined) => void;
  readonly onRemove: () => void;
}

function PictureButton({ picture, onAttach, onRemove }: PictureButtonProps) {
  return (
    <>
      <label className="btn m line inbox-attach">
        <input
          className="vh"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => {
            onAttach(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {picture?.name ?? "Add a picture"}
      </label>
      {picture !== undefined && (
        <Button size="medium" tone="ghost" onClick={onRemove}>
          Remove
        </Button>
      )}
    </>
  );
}

/** Returns the text typed while `sent` was in flight. */
const restAfter = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length) : now;

const KEY_BYTES = 15;

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Without the "data:…;base64," prefix of browsers. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}
