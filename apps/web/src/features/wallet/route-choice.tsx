import { IconButton } from "@candor/ui/button.tsx";
import { SwapIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";

interface End<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface Props<Value extends string> {
  readonly from: End<Value>;
  readonly to: End<Value>;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly swapLabel: string;
  readonly onSwap: () => void;
}

/** Where money comes from and where it goes, with a button that swaps the two. */
export function RouteChoice<Value extends string>({ from, to, choices, swapLabel, onSwap }: Props<Value>) {
  return (
    <div className="route">
      <div className="route-ends">
        <RouteEnd end={from} choices={choices} />
        <RouteEnd end={to} choices={choices} />
      </div>
      <IconButton label={swapLabel} onClick={onSwap}>
        <SwapIcon />
      </IconButton>
    </div>
  );
}

function RouteEnd<Value extends string>({
  end,
  choices,
}: Pick<Props<Value>, "choices"> & { readonly end: End<Value> }) {
  return (
    <div className="route-end">
      <span className="small muted">{end.label}</span>
      <Select label={end.label} value={end.value} onValueChange={end.onChange} choices={choices} />
    </div>
  );
}
