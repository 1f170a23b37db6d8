import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense } from "react";
import { useLockShown } from "../../state/lock-shown.ts";

interface Props {
  readonly LockScreen: LazyExoticComponent<ComponentType>;
  readonly children: ReactNode;
}

/** The app, or the lock in its place: while locked nothing of the app is in the document. */
export function LockGate({ LockScreen, children }: Props) {
  return useLockShown() ? (
    <Suspense>
      <LockScreen />
    </Suspense>
  ) : (
    children
  );
}
