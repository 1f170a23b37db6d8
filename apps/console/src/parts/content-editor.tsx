import type { Language } from "@candor/domain/enumerations";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { ConsoleItem } from "@candor/wire/console/content";
import { useState } from "react";
import { ContentPublishing } from "./content-publishing.tsx";
import { LanguagePane } from "./language-pane.tsx";
import { PictureField } from "./picture-field.tsx";
import { useItemDraft } from "./use-item-draft.ts";

/** One item: two languages side by side, its picture and its actions. */
export function ContentEditor({ item, onDone }: { readonly item: ConsoleItem; readonly onDone: () => void }) {
  const draft = useItemDraft(item);
  const [left, setLeft] = useState<Language>("en");
  const [right, setRight] = useState<Language>("de");
  const isAdvert = item.kind === "advert";
  const pane = (language: Language, onLanguageChange: (next: Language) => void, side: string) => (
    <LanguagePane
      side={side}
      language={language}
      onLanguageChange={onLanguageChange}
      text={draft.textOf(language)}
      onTextChange={draft.edit(language)}
      hasBody={!isAdvert}
      written={draft.texts}
    />
  );
  return (
    <div className="stack-4">
      <Card
        className="stack-4"
        title={`${item.kind}: ${item.id}`}
        aside={
          <Button size="small" tone="ghost" onClick={onDone}>
            Back to the list
          </Button>
        }
      >
        <div className="stack-4">
          <div className="content-panes">
            {pane(left, setLeft, "Left")}
            {pane(right, setRight, "Right")}
          </div>
          <PictureField url={draft.coverUrl} onUrlChange={draft.changeCover} />
          {isAdvert && (
            <Input
              label="Leads to"
              help="A page of the app, such as #/pages/notice/article?id=fees, or an https address; empty: nowhere."
              value={draft.link}
              onChange={(event) => draft.changeLink(event.target.value)}
            />
          )}
          <div className="console-actions">
            <Button
              tone="primary"
              size="medium"
              busy={draft.isSaving}
              disabled={!draft.isDirty}
              onClick={draft.save}
            >
              Save the draft
            </Button>
            {draft.isDirty && <span className="small muted">Not saved yet. Readers see nothing of it.</span>}
          </div>
          {draft.error !== null && (
            <Notice tone="down" announce title="Not saved.">
              {draft.error.message}
            </Notice>
          )}
        </div>
      </Card>
      <ContentPublishing
        item={item}
        revision={draft.revision}
        isDirty={draft.isDirty}
        onRevisionChange={draft.setRevision}
        onRemoved={onDone}
      />
    </div>
  );
}
