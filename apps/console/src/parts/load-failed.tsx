import { Button } from "@candor/ui/button.tsx";
import { ErrorState } from "@candor/ui/feedback.tsx";

/** Load error with its reason. */
export function LoadFailed({ error, again }: { readonly error: Error; readonly again: () => unknown }) {
  const action = (
    <Button size="small" onClick={() => void again()}>
      Try again
    </Button>
  );
  return (
    <ErrorState title="This could not be loaded" action={action}>
      {error.message}
    </ErrorState>
  );
}
