import { useCallback, useMemo, useState } from "react";
import type { NavigateOptions } from "react-router";
import { useLocation, useNavigate } from "react-router";

type Params = URLSearchParams | Readonly<Record<string, string>>;

/** Query parameters of the page's address, and a setter. */
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

/** A choice initialized from the address, and reset when the address changes. */
export function useParamChoice(name: string): readonly [string | null, (choice: string) => void] {
  const named = useSearchParams()[0].get(name);
  const [state, setState] = useState({ named, choice: named });
  if (state.named !== named) setState({ named, choice: named });
  return [state.named === named ? state.choice : named, (choice) => setState({ named, choice })];
}
