import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type DecimalReading,
  entryValue,
  firstEdit,
  readDecimal,
  refusedEntry,
  showDecimalEntry,
} from "./decimal-entry.ts";
import type { UiLabels } from "./ui-context.tsx";
import { useUi } from "./ui-context.tsx";

/** The last typed text and its result; valid until the value changes. */
interface Draft {
  readonly text: string;
  readonly value: string;
  readonly reading: DecimalReading;
  /** The text stays exactly as typed until the field loses focus. */
  readonly isEditing: boolean;
}

export interface DecimalEntryProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly decimals: number;
  /** Unit accepted in input and shown with the interpretation. */
  readonly unit: string | undefined;
}

export interface DecimalEntry {
  readonly inputElement: React.RefObject<HTMLInputElement | null>;
  readonly shown: string;
  /** "= 1,000 USDT", if the entry is in another format or ambiguous. */
  readonly understood: string | null;
  /** Why the entry is rejected. */
  readonly refusal: string | null;
  /** The entry must not be submitted, whether or not this is shown yet. */
  readonly isUnreadable: boolean;
  readonly change: (event: ChangeEvent<HTMLInputElement>) => void;
  /** The field lost focus: formats the number, rejects an unfinished one. */
  readonly finish: () => void;
  /** Like `finish`, but keeps the text: Enter was pressed. */
  readonly validate: () => void;
}

/** State of one numeric field: its text and its meaning. */
export function useDecimalEntry(props: DecimalEntryProps): DecimalEntry {
  const { value, onValueChange, decimals, unit } = props;
  const { formats, labels } = useUi();
  const rules = { marks: formats.marks, decimals, unit };
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isJudged, setJudged] = useState(false);
  const isCurrent = draft !== null && draft.value === value;
  if (draft !== null && !isCurrent) setDraft(null);
  const inputElement = useRef<HTMLInputElement>(null);
  const selection = useSelectionBefore(inputElement);
  const placeCaret = useCaret(inputElement);

  const written = showDecimalEntry(value, formats.marks);
  const shown = isCurrent && draft.isEditing ? draft.text : written;
  // A rejected entry survives unmounting: a ticket keeps it while another tab is open.
  const refused = refusedEntry(value);
  const reading = isCurrent ? draft.reading : refused === null ? null : readDecimal(refused, rules);
  const isSaid = isJudged || !isCurrent || !draft.isEditing;
  return {
    inputElement,
    shown,
    understood: understoodText(reading, (text) => formats.decimal(text, { minDecimals: 0 }), unit),
    refusal: refusalText(reading, isSaid, decimals, formats.decimal("1234.5"), labels),
    isUnreadable: refused !== null,
    change: (event) => {
      const typed = event.target.value;
      const isFirst = !isCurrent || !draft.isEditing;
      const at = event.target.selectionStart ?? typed.length;
      const edit =
        isFirst && refused === null
          ? firstEdit(shown, typed, at, selection.current, formats.marks)
          : { text: typed, caret: at };
      if (edit.text !== typed) placeCaret(edit.caret);
      const next = readDecimal(edit.text, rules);
      const nextValue = entryValue(edit.text, next);
      setDraft({ text: edit.text, value: nextValue, reading: next, isEditing: true });
      setJudged(false);
      onValueChange(nextValue);
    },
    finish: () => {
      if (isCurrent && draft.isEditing) setDraft({ ...draft, isEditing: false });
    },
    validate: () => setJudged(true),
  };
}

/** Returns the selection before the edit being reported. */
function useSelectionBefore(inputElement: React.RefObject<HTMLInputElement | null>) {
  const selection = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    const element = inputElement.current;
    if (element === null) return;
    const note = () => {
      const { selectionStart, selectionEnd } = element;
      selection.current =
        selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
    };
    element.addEventListener("beforeinput", note);
    return () => element.removeEventListener("beforeinput", note);
  }, [inputElement]);
  return selection;
}

/** Sets the caret after the text is rendered, if the browser placed it elsewhere. */
function useCaret(inputElement: React.RefObject<HTMLInputElement | null>): (at: number) => void {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    inputElement.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (at) => {
    caret.current = at;
  };
}

function understoodText(
  reading: DecimalReading | null,
  write: (value: string) => string,
  unit: string | undefined,
): string | null {
  if (reading?.kind !== "number" || reading.isPlain) return null;
  return `= ${write(reading.value)}${unit === undefined ? "" : ` ${unit}`}`;
}

function refusalText(
  reading: DecimalReading | null,
  isSaid: boolean,
  decimals: number,
  example: string,
  labels: UiLabels,
): string | null {
  if (reading?.kind === "unfinished") return isSaid ? labels.numberUnreadable(example) : null;
  if (reading?.kind !== "refused") return null;
  switch (reading.reason) {
    case "unreadable":
      return labels.numberUnreadable(example);
    case "negative":
      return labels.numberNegative;
    case "decimals":
      return decimals === 0 ? labels.numberWhole : labels.numberDecimals(decimals);
  }
}
