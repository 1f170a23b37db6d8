import { LANGUAGES, type Language } from "@candor/domain/enumerations";
import type { ConsoleItem, ConsoleItemText, ConsoleItemTexts } from "@candor/wire/console/content";
import { useEffect, useState } from "react";
import { useAct, useMe } from "../api/use-console.ts";
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

/** The draft of an item in the editor. Unsaved changes survive a reload of the page. */
export function useItemDraft(item: ConsoleItem) {
  const operator = useMe().data?.name ?? "";
  const [unsaved] = useState(() => draftOf(operator, item.id, item.revision));
  const [texts, setTexts] = useState<ConsoleItemTexts>(unsaved?.texts ?? item.draft.texts);
  const [saved, setSaved] = useState<ConsoleItemTexts>(item.draft.texts);
  const [coverUrl, setCoverUrl] = useState(unsaved === undefined ? item.draft.coverUrl : unsaved.coverUrl);
  const [link, setLink] = useState(unsaved?.link ?? item.draft.link ?? "");
  const [revision, setRevision] = useState(item.revision);
  const [isDirty, setDirty] = useState(unsaved !== undefined || (item.revision === 0 && item.live === null));
  const act = useAct();
  useEffect(() => {
    if (isDirty) keepDraft(operator, item.id, { revision, texts, coverUrl, link });
    else dropDraft(operator, item.id);
  }, [operator, item.id, isDirty, revision, texts, coverUrl, link]);
  const edit = (language: Language) => (change: Partial<ConsoleItemText>) => {
    setTexts({ ...texts, [language]: { ...(texts[language] ?? NO_TEXT), ...change } });
    setDirty(true);
  };
  const save = () => {
    const input = {
      kind: item.kind,
      texts: changesOf(saved, texts),
      coverUrl,
      ...(item.kind === "advert" && { link: link.trim() === "" ? null : link.trim() }),
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
  return {
    texts,
    textOf: (language: Language) => texts[language] ?? NO_TEXT,
    edit,
    coverUrl,
    changeCover: (url: string | null) => {
      setCoverUrl(url);
      setDirty(true);
    },
    link,
    changeLink: (next: string) => {
      setLink(next);
      setDirty(true);
    },
    revision,
    setRevision,
    isDirty,
    save,
    isSaving: act.isPending,
    error: act.error,
  };
}
