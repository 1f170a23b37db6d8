/** A tab of the tab bar, as listed in the specification. */
export interface TabEntry {
  readonly pagePath: string;
  /** English; the tab bar itself is translated. */
  readonly text: string;
  /** Icon names of the UI kit: the current tab's icon is bolder, not different. */
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
