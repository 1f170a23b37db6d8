import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { Button } from "@candor/ui/button.tsx";
import { Field } from "@candor/ui/field.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { ConsoleItemText, ConsoleItemTexts } from "@candor/wire/console/content";
import { useId, useState } from "react";
import { useReadCommand } from "../api/use-console.ts";

const NAMES = new Intl.DisplayNames("en", { type: "language" });
const TITLE_LENGTH = 120;
const SUMMARY_LENGTH = 300;
const BODY_LENGTH = 12_000;

export interface LanguagePaneProps {
  /** Accessible name that distinguishes the two panes. */
  readonly side: string;
  readonly language: Language;
  readonly onLanguageChange: (language: Language) => void;
  readonly text: ConsoleItemText;
  readonly onTextChange: (change: Partial<ConsoleItemText>) => void;
  readonly hasBody: boolean;
  /** Marks the languages that have content. */
  readonly written: ConsoleItemTexts;
}

/** An item in one language, with a preview. */
export function LanguagePane(props: LanguagePaneProps) {
  const { side, language, onLanguageChange, text, onTextChange, hasBody, written } = props;
  const [isPreview, setPreview] = useState(false);
  const id = useId();
  const name = NAMES.of(LANGUAGE_TAGS[language]) ?? language;
  const choices = LANGUAGES.map((value) => {
    const isWritten = (written[value]?.title ?? "") !== "";
    return { value, label: `${NAMES.of(LANGUAGE_TAGS[value]) ?? value}${isWritten ? "" : " (nothing yet)"}` };
  });
  return (
    <section className="stack-4" aria-label={`${side}: ${name}`}>
      <Select
        label={`${side} language`}
        value={language}
        onValueChange={onLanguageChange}
        choices={choices}
      />
      <Input
        label={`Title, ${name}`}
        lang={LANGUAGE_TAGS[language]}
        maxLength={TITLE_LENGTH}
        value={text.title}
        onChange={(event) => onTextChange({ title: event.target.value })}
      />
      {hasBody && (
        <>
          <Input
            label={`Summary, ${name}`}
            lang={LANGUAGE_TAGS[language]}
            maxLength={SUMMARY_LENGTH}
            value={text.summary}
            onChange={(event) => onTextChange({ summary: event.target.value })}
          />
          <Field id={id} label={`Text in Markdown, ${name}`}>
            <textarea
              id={id}
              className="inp console-area content-body"
              lang={LANGUAGE_TAGS[language]}
              maxLength={BODY_LENGTH}
              value={text.body}
              onChange={(event) => onTextChange({ body: event.target.value })}
            />
          </Field>
          <div>
            <Button size="small" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {isPreview ? `Hide the preview, ${name}` : `Preview, ${name}`}
            </Button>
          </div>
          {isPreview && <Preview body={text.body} lang={LANGUAGE_TAGS[language]} />}
        </>
      )}
    </section>
  );
}

/** Rendered by the server, with the same renderer as the public pages. */
function Preview({ body, lang }: { readonly body: string; readonly lang: string }) {
  const { data, error } = useReadCommand({ command: "content preview", input: { body } });
  if (error !== null) return <p className="small muted">{error.message}</p>;
  const { html } = (data?.data ?? { html: "" }) as { readonly html: string };
  return (
    // oxlint-disable-next-line react/no-danger -- sanitised on the server, as for readers
    <div className="content-preview" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
