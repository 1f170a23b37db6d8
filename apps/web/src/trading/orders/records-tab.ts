/** Tabs below the ticket; in the address as `records=<tab>`. */
export const RECORDS_TABS = ["open", "holdings", "tape", "history", "trades"] as const;
export type RecordsTab = (typeof RECORDS_TABS)[number];

export const RECORDS_PARAM = "records";
