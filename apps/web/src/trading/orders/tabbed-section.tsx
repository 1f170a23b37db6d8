import type { Choice } from "@candor/ui/segmented.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import type { ReactNode, Ref } from "react";
import { useT } from "../../i18n/use-t.ts";
import "./orders.css";

interface Props<Tab extends string> {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly tabs: readonly (Choice<Tab> & { readonly label: string })[];
  /** Id of the tab panel. */
  readonly panelId: string;
  readonly ref?: Ref<HTMLElement>;
  /** Actions next to the tabs. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** Tabs below a ticket (pending, holdings, history) and the selected panel. */
export function TabbedSection<Tab extends string>(props: Props<Tab>) {
  const { tab, onTab, tabs, panelId, ref, acts, children } = props;
  const t = useT();
  return (
    <section ref={ref} className="orders-section">
      <div className="row between orders-head">
        <Tabs
          plain
          className="grow"
          label={t("trade.records")}
          value={tab}
          onValueChange={onTab}
          choices={tabs}
          panelId={panelId}
        />
        {acts}
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        tabIndex={0}
        className="orders-body"
      >
        {children}
      </div>
    </section>
  );
}
