import { useCallback, useMemo } from "react";
import type { NavigateOptions } from "react-router";
import { useLocation, useNavigate } from "react-router";

type Params = URLSearchParams | Readonly<Record<string, string>>;

/** What stands behind the "?" of the page's address, and how to change it. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: Params, options?: NavigateOptions) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (next: Params, options?: NavigateOptions) =>
      void navigate(`?${new URLSearchParams(next).toString()}`, options),
    [navigate],
  );
  return [params, change];
}
