import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useId, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { describedBy, Field, FieldError, isShown } from "./field.tsx";
import { EyeIcon, EyeOffIcon } from "./icons.tsx";
import { useUi } from "./ui-context.tsx";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  /** Small label inside the box; total height 48 pixels. */
  readonly labelInside?: boolean;
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  /** For use on the page background instead of a card: white with a hairline. */
  readonly onPage?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Input(props: InputProps) {
  const { label, labelInside = false, labelHidden = false, help, error, leading, trailing, ...rest } = props;
  const { onPage = false, inputRef, id: givenId, className, ...attributes } = rest;
  const ownId = useId();
  const id = givenId ?? ownId;
  const input = (
    <input
      ref={inputRef}
      id={id}
      aria-invalid={isShown(error) || undefined}
      aria-describedby={describedBy(id, help, error)}
      {...attributes}
    />
  );
  const boxClass = classNames(
    "inp",
    labelInside && "two",
    onPage && "on-page",
    isShown(error) && "is-err",
    attributes.disabled === true && "is-dis",
    className,
  );
  if (labelInside) {
    return (
      <div className="field">
        <div className={boxClass}>
          <label className="lab trunc" htmlFor={id}>
            {label}
          </label>
          {input}
          {isShown(trailing) && <span className="after">{trailing}</span>}
        </div>
        <FieldError id={id} error={error} />
      </div>
    );
  }
  const box = (
    <div className={boxClass}>
      {leading}
      {input}
      {trailing}
    </div>
  );
  if (labelHidden) {
    return (
      <div className="field">
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        {box}
        <FieldError id={id} error={error} />
      </div>
    );
  }
  return (
    <Field id={id} label={label} help={help} error={error}>
      {box}
    </Field>
  );
}

/** Password field with a show/hide toggle. */
export function PasswordInput(props: Omit<InputProps, "type" | "trailing">) {
  const [isVisible, setVisible] = useState(false);
  const { labels } = useUi();
  return (
    <Input
      {...props}
      type={isVisible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={isVisible ? labels.hidePassword : labels.showPassword}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon size="s" /> : <EyeIcon size="s" />}
        </IconButton>
      }
    />
  );
}
