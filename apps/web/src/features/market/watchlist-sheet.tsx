import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { pairOf, useTicker } from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { useSteadyOrder } from "../../shell/markets/steady-order.ts";
import type { WatchlistControl } from "./use-watchlists.ts";
import { isNameTaken, MAX_LIST_NAME, toggled, type Watchlist } from "./watchlists.ts";

interface Props {
  /** A list, or a new one without a name. */
  readonly list: Watchlist;
  readonly control: WatchlistControl;
  readonly onClose: () => void;
}

/** Name, markets and place of a list. */
export function WatchlistSheet({ list, control, onClose }: Props) {
  const t = useT();
  const { lists, save } = control;
  const [name, setName] = useState(list.name);
  const [markets, setMarkets] = useState(list.markets);
  const [problem, setProblem] = useState<string | null>(null);
  const at = lists.findIndex(({ id }) => id === list.id);
  const submit = () => {
    if (name.trim() === "") return setProblem(t("market.listNameEmpty"));
    if (isNameTaken(lists, list.id, name)) return setProblem(t("market.listNameTaken"));
    save({ ...list, name: name.trim(), markets });
    onClose();
  };
  return (
    <Sheet open onOpenChange={onClose} title={t(at < 0 ? "market.newList" : "market.editList")}>
      <Form className="stack-4" onSubmit={submit}>
        <Input
          label={t("market.listName")}
          maxLength={MAX_LIST_NAME}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
        <MarketChoice markets={markets} onChange={setMarkets} />
        {at >= 0 && <ListActs list={list} at={at} control={control} onClose={onClose} />}
        <Button tone="primary" block type="submit">
          {t("market.saveList")}
        </Button>
      </Form>
    </Sheet>
  );
}

interface MarketChoiceProps {
  /** Keys of the chosen markets. */
  readonly markets: readonly string[];
  readonly onChange: (markets: readonly string[]) => void;
}

function MarketChoice({ markets, onChange }: MarketChoiceProps) {
  const t = useT();
  const all = useSteadyOrder(useTicker().markets);
  const nameOf = (market: WireMarket): string =>
    market.market === "contract" ? `${market.symbol} ${t("market.perpetual")}` : pairOf(market);
  return (
    <fieldset className="watchlist-markets">
      <legend className="vh">{t("market.title")}</legend>
      {all.map((market) => (
        <Checkbox
          key={marketKey(market)}
          label={nameOf(market)}
          checked={markets.includes(marketKey(market))}
          onCheckedChange={() => onChange(toggled(markets, marketKey(market)))}
        />
      ))}
    </fieldset>
  );
}

interface ListActsProps extends Props {
  /** The list's place among the user's lists. */
  readonly at: number;
}

function ListActs({ list, at, control, onClose }: ListActsProps) {
  const t = useT();
  const { lists, move } = control;
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="row wrap">
      <Button size="small" tone="line" disabled={at === 0} onClick={() => move(list.id, -1)}>
        {t("market.listEarlier")}
      </Button>
      <Button size="small" tone="line" disabled={at === lists.length - 1} onClick={() => move(list.id, 1)}>
        {t("market.listLater")}
      </Button>
      <Button size="small" tone="line" onClick={() => setAsking(true)}>
        {t("market.deleteList")}
      </Button>
      {isAsking && (
        <DeleteSheet list={list} control={control} onCancel={() => setAsking(false)} onClose={onClose} />
      )}
    </div>
  );
}

interface DeleteSheetProps extends Props {
  readonly onCancel: () => void;
}

/** Asks for confirmation: a deleted list cannot be restored. */
function DeleteSheet({ list, control, onCancel, onClose }: DeleteSheetProps) {
  const t = useT();
  const deleteList = () => {
    control.remove(list.id);
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onCancel}
      title={t("market.deleteListTitle", { name: list.name })}
      description={t("market.deleteListNote")}
    >
      <div className="g2">
        <Button size="medium" onClick={onCancel}>
          {t("shell.cancel")}
        </Button>
        <Button size="medium" tone="danger" onClick={deleteList}>
          {t("market.deleteList")}
        </Button>
      </div>
    </Sheet>
  );
}
