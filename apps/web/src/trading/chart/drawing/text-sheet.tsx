import { Button } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { type SubmitEvent, useRef, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { type Drawing, MOST_TEXT_LENGTH } from "./drawing.ts";
import type { DrawingTools } from "./use-drawing-tools.ts";

/** Edits the words of a text drawing. One without words is removed. */
export function TextSheet({ tools, edited }: { readonly tools: DrawingTools; readonly edited: Drawing }) {
  const t = useT();
  const [text, setText] = useState(edited.text ?? "");
  const isDone = useRef(false);
  const close = () => {
    // The sheet also reports that it closes after saving.
    if (isDone.current) return;
    if ((edited.text ?? "") === "") tools.actions.remove(edited.id);
    tools.edit(null);
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    isDone.current = true;
    const words = text.trim();
    if (words === "") tools.actions.remove(edited.id);
    else if (words !== edited.text) tools.actions.change(edited.id, { text: words });
    tools.edit(null);
  };
  return (
    <Sheet open onOpenChange={close} title={t("chart.text")}>
      <form className="stack-4" onSubmit={save}>
        <Input
          label={t("chart.textWords")}
          value={text}
          maxLength={MOST_TEXT_LENGTH}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet has this field only
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" tone="primary" block>
          {t("chart.save")}
        </Button>
      </form>
    </Sheet>
  );
}
