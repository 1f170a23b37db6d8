import type { ReactNode } from "react";
import { startTransition, useLayoutEffect, useState } from "react";
import { UNSAFE_createHashHistory as createHashHistory, Router } from "react-router";

/**
 * Router for paths behind the "#" of the address. The library's own router and link include forms, fetchers and
 * prefetching for server rendering; this one and `RouterLink` keep those out of the first load.
 */
export function HashRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createHashHistory({ v5Compat: true }));
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
