import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import "./button.css";
import { CloseIcon } from "./icons.tsx";
import "./overlay.css";
import { useUi } from "./ui-context.tsx";

export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A bottom sheet on a phone, a 440-pixel dialog on a desktop. Focus goes in and comes back. */
export function Sheet({ open, onOpenChange, title, description, children }: SheetProps) {
  const { labels } = useUi();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="mask" />
        <Dialog.Popup className="sheet">
          <div className="sheet-h">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="iconbtn" aria-label={labels.close}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          {description !== undefined && (
            <Dialog.Description className="muted small" style={{ marginBottom: 12 }}>
              {description}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
