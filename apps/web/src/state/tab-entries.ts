/** A tab of the bar, as the specification lists it. */
export interface TabEntry {
  readonly pagePath: string;
  /** English; the bar itself speaks the reader's language. */
  readonly text: string;
  /** Names of the kit's icons: the current tab's is drawn stronger, not different. */
  readonly iconPath: string;
  readonly selectedIconPath: string;
  readonly midButton: boolean;
}

const tab = (pagePath: string, text: string, icon: string, midButton = false): TabEntry => ({
  pagePath,
  text,
  iconPath: icon,
  selectedIconPath: icon,
  midButton,
});

export const TAB_ENTRIES: readonly TabEntry[] = [
  tab("/pages/home/index", "Home", "home"),
  tab("/pages/market/index", "Markets", "market"),
  tab("/pages/trans/index", "Trade", "trade", true),
  tab("/pages/mining/index", "Mining", "mining"),
  tab("/pages/my/index", "Me", "me"),
];
