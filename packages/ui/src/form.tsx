import type { ReactNode } from "react";

export interface FormProps {
  readonly className: string;
  /** What the fields say is checked here: the browser's own messages are not in the reader's language. */
  readonly onSubmit: () => unknown;
  /** "no": money moves with it, so that it is read in the app's own words alone. */
  readonly translate?: "no";
  readonly children: ReactNode;
}

/** A form that the page itself answers. */
export function Form({ className, onSubmit, translate, children }: FormProps) {
  return (
    <form
      className={className}
      translate={translate}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A numeric field says itself why it cannot be read.
        const unreadable = event.currentTarget.querySelector<HTMLElement>("[data-unreadable]");
        if (unreadable === null) onSubmit();
        else unreadable.focus();
      }}
    >
      {children}
    </form>
  );
}
