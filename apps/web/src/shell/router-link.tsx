import type { LinkProps } from "@candor/ui/ui-context.tsx";
import { Link } from "react-router";
import { preloadScreen } from "./routes.ts";

/** A link of the app: fetches the next screen's code as soon as the finger or the pointer is on it. */
export function RouterLink({ to, onPointerEnter, onPointerDown, ...rest }: LinkProps) {
  const preload = () => preloadScreen(to.split("?")[0] ?? to);
  return (
    <Link
      to={to}
      onPointerEnter={(event) => {
        preload();
        onPointerEnter?.(event);
      }}
      onPointerDown={(event) => {
        preload();
        onPointerDown?.(event);
      }}
      {...rest}
    />
  );
}
