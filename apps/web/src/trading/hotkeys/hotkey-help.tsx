import { Sheet } from "@candor/ui/sheet.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { HOTKEYS, type HotkeyId } from "./hotkeys.ts";
import "./hotkeys.css";

const HOTKEY_WORDS: Readonly<Record<HotkeyId, MessageKey>> = {
  buy: "tools.keyBuy",
  sell: "tools.keySell",
  amount25: "tools.keyAmount25",
  amount50: "tools.keyAmount50",
  amount75: "tools.keyAmount75",
  amount100: "tools.keyAmount100",
  cancelAll: "tools.keyCancelAll",
  market: "tools.keyMarket",
  interval: "tools.keyInterval",
  help: "tools.keyHelp",
};

/** Lists the shortcuts of trading screens. */
export function HotkeyHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t("tools.shortcuts")}>
      <div className="stack-4">
        <dl className="hotkeys">
          {HOTKEYS.map(({ id, keys }) => (
            <div key={id}>
              <dt>{t(HOTKEY_WORDS[id])}</dt>
              <dd>
                <kbd translate="no">{keys}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <p className="small muted">{t("tools.shortcutsNote", { page: t("shell.tabMe") })}</p>
      </div>
    </Sheet>
  );
}
