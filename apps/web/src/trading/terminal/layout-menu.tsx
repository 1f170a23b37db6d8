import { Menu } from "@candor/ui/menu.tsx";
import { LayoutIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { PANEL_WORDS } from "./panel-words.ts";
import type { LayoutControl } from "./use-terminal-layout.ts";

/** Shows and hides the panels of the terminal, and restores its default layout. */
export function LayoutMenu({ control }: { readonly control: LayoutControl }) {
  const t = useT();
  const { layout, panels, isDefault, toggle, reset } = control;
  const shown = panels.filter((panel) => !layout.hidden.includes(panel));
  return (
    <Menu
      label={t("trade.layout")}
      title={t("trade.layout")}
      buttonClass="icon-button layout-button"
      entries={[
        ...panels.map((panel) => ({
          key: panel,
          label: t(PANEL_WORDS[panel]),
          isChecked: shown.includes(panel),
          // The last one stays.
          isDisabled: shown.length === 1 && shown[0] === panel,
          onSelect: () => toggle(panel),
        })),
        { key: "reset", label: t("trade.layoutReset"), isDisabled: isDefault, onSelect: reset },
      ]}
    >
      <LayoutIcon />
    </Menu>
  );
}
