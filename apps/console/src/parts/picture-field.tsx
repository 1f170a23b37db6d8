import { Button } from "@candor/ui/button.tsx";
import { Field } from "@candor/ui/field.tsx";
import { useId } from "react";
import { useAct } from "../api/use-console.ts";

const PREFIX = /^data:[^,]*,/;

/** Reads a file as base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") resolve(reader.result.replace(PREFIX, ""));
      else fail();
    });
    reader.addEventListener("error", fail);
    reader.readAsDataURL(file);
  });
}

interface Props {
  readonly url: string | null;
  readonly onUrlChange: (url: string | null) => void;
}

/** Picture of an article or banner: uploaded, re-encoded by the server, public from then on. */
export function PictureField({ url, onUrlChange }: Props) {
  const id = useId();
  const act = useAct();
  const upload = async (file: File) => {
    const input = { base64: await base64Of(file) };
    act.mutate(
      { command: "content picture", input },
      { onSuccess: ({ rows }) => onUrlChange(String(rows[0]?.["url"] ?? "")) },
    );
  };
  return (
    <Field
      id={id}
      label="Picture"
      help="JPEG, PNG or WebP, at most 2.8 MB; adverts are shown three times as wide as high."
      error={act.error?.message}
    >
      {url !== null && <img className="content-picture" src={url} alt="" />}
      <div className="console-actions">
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void upload(file);
          }}
        />
        {url !== null && (
          <Button size="small" onClick={() => onUrlChange(null)}>
            No picture
          </Button>
        )}
      </div>
    </Field>
  );
}
