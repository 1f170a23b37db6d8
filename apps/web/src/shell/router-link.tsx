import type { LinkProps } from "@candor/ui/ui-context.tsx";
import type { MouseEvent } from "react";
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from "react-router";
import { preloadScreen } from "./routes.ts";

const PRIMARY_BUTTON = 0;

/** Everything else is for the browser: a new tab, a new window, a download. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === PRIMARY_BUTTON && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** A link of the app: fetches the next screen's code as soon as the finger or the pointer is on it. */
export function RouterLink({ to, onClick, onPointerEnter, onPointerDown, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const target = useResolvedPath(to);
  const here = useLocation();
  const preload = () => void preloadScreen(to.split("?")[0] ?? to);
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || rest.target !== undefined || !isPlainClick(event)) return;
        event.preventDefault();
        // The page that one is on already is not gone back to.
        void navigate(to, { replace: createPath(here) === createPath(target) });
      }}
      onPointerEnter={(event) => {
        preload();
        onPointerEnter?.(event);
      }}
      onPointerDown={(event) => {
        preload();
        onPointerDown?.(event);
      }}
    >
      {children}
    </a>
  );
}
