import type { ReactNode } from "react";

export interface FormProps {
  readonly className: string;
  /** Validation is done here: the browser's messages are in the wrong language. */
  readonly onSubmit: () => unknown;
  /** "no" for forms that move funds: they must not be machine-translated. */
  readonly translate?: "no";
  readonly children: ReactNode;
}

/** A form submitted by script. */
export function Form({ className, onSubmit, translate, children }: FormProps) {
  return (
    <form
      className={className}
      translate={translate}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A numeric field shows its own error if it is unreadable.
        const unreadable = event.currentTarget.querySelector<HTMLElement>("[data-unreadable]");
        if (unreadable === null) onSubmit();
        else unreadable.focus();
      }}
    >
      {children}
    </form>
  );
}
