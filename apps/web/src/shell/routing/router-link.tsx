import type { LinkProps } from "@candor/ui/ui-context.tsx";
import type { MouseEvent } from "react";
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from "react-router";
import { preloadScreen } from "./routes.ts";

const PRIMARY_BUTTON = 0;

/** Modified clicks are left to the browser: new tab, new window, download. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === PRIMARY_BUTTON && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** An app link that preloads the next screen's code on pointer enter or touch. */
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
        // Do not add a history entry for the current page.
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
