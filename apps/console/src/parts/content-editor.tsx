import { LANGUAGES, type Language } from "@candor/domain/enumerations";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { ConsoleItem, ConsoleItemText, ConsoleItemTexts } from "@candor/wire/console/content";
import { useEffect, useState } from "react";
import { useAct, useMe } from "../api/use-console.ts";
import { ContentPublishing } from "./content-publishing.tsx";
import { LanguagePane } from "./language-pane.tsx";
import { PictureField } from "./picture-field.tsx";
import { draftOf, dropDraft, keepDraft } from "./unsaved-drafts.ts";

const NO_TEXT: ConsoleItemText = { title: "", summary: "", body: "" };

const isEmpty = ({ title, summary, body }: ConsoleItemText): boolean =>
  (title + summary + body).trim() === "";

/** Returns the changes to save: languages with text, and `null` for those whose text was removed. */
function changesOf(before: ConsoleItemTexts, texts: ConsoleItemTexts) {
  const changes: Partial<Record<Language, ConsoleItemText | null>> = {};
  for (const language of LANGUAGES) {
    const text = texts[language];
    if (text !== undefined && !isEmpty(text)) changes[language] = text;
    else if (before[language] !== undefined) changes[language] = null;
  }
  return changes;
}

/** One item: two languages side by side, its picture and its actions. */
export function ContentEditor({ item, onDone }: { readonly item: ConsoleItem; readonly onDone: () => void }) {
  const operator = useMe().data?.name ?? "";
  const [unsaved] = useState(() => draftOf(operator, item.id, item.revision));
  const [texts, setTexts] = useState<ConsoleItemTexts>(unsaved?.texts ?? item.draft.texts);
  const [saved, setSaved] = useState<ConsoleItemTexts>(item.draft.texts);
  const [coverUrl, setCoverUrl] = useState(unsaved === undefined ? item.draft.coverUrl : unsaved.coverUrl);
  const [link, setLink] = useState(unsaved?.link ?? item.draft.link ?? "");
  const [revision, setRevision] = useState(item.revision);
  const [isDirty, setDirty] = useState(unsaved !== undefined || (item.revision === 0 && item.live === null));
  const [left, setLeft] = useState<Language>("en");
  const [right, setRight] = useState<Language>("de");
  const act = useAct();
  useEffect(() => {
    if (isDirty) keepDraft(operator, item.id, { revision, texts, coverUrl, link });
    else dropDraft(operator, item.id);
  }, [operator, item.id, isDirty, revision, texts, coverUrl, link]);
  const isAdvert = item.kind === "advert";
  const edit = (language: Language) => (change: Partial<ConsoleItemText>) => {
    setTexts({ ...texts, [language]: { ...(texts[language] ?? NO_TEXT), ...change } });
    setDirty(true);
  };
  const save = () => {
    const input = {
      kind: item.kind,
      texts: changesOf(saved, texts),
      coverUrl,
      ...(isAdvert && { link: link.trim() === "" ? null : link.trim() }),
      revision,
    };
    act.mutate(
      { command: "content save", target: item.id, input },
      {
        onSuccess: ({ rows }) => {
          setRevision(Number(rows[0]?.["revision"] ?? revision));
          setSaved(texts);
          setDirty(false);
        },
      },
    );
  };
  const pane = (language: Language, onLanguageChange: (next: Language) => void, side: string) => (
    <LanguagePane
      side={side}
      language={language}
      onLanguageChange={onLanguageChange}
      text={texts[language] ?? NO_TEXT}
      onTextChange={edit(language)}
      hasBody={!isAdvert}
      written={texts}
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
          <PictureField
            url={coverUrl}
            onUrlChange={(url) => {
              setCoverUrl(url);
              setDirty(true);
            }}
          />
          {isAdvert && (
            <Input
              label="Leads to"
              help="A page of the app, such as #/pages/notice/article?id=fees, or an https address; empty: nowhere."
              value={link}
              onChange={(event) => {
                setLink(event.target.value);
                setDirty(true);
              }}
            />
          )}
          <div className="console-actions">
            <Button tone="primary" size="medium" busy={act.isPending} disabled={!isDirty} onClick={save}>
              Save the draft
            </Button>
            {isDirty && <span className="small muted">Not saved yet. Readers see nothing of it.</span>}
          </div>
          {act.error !== null && (
            <Notice tone="down" announce title="Not saved.">
              {act.error.message}
            </Notice>
          )}
        </div>
      </Card>
      <ContentPublishing
        item={item}
        revision={revision}
        isDirty={isDirty}
        onRevisionChange={setRevision}
        onRemoved={onDone}
      />
    </div>
  );
}
