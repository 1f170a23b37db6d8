import { type RefObject, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { RECORDS_PARAM } from "./records-tab.ts";

export interface TabInAddress<Tab extends string> {
  readonly tab: Tab;
  readonly setTab: (tab: Tab) => void;
  readonly section: RefObject<HTMLElement | null>;
}

/** The selected tab. An address that names a tab, such as a toast's link, opens it and scrolls to it. */
export function useTabInAddress<Tab extends string>(tabs: readonly Tab[], first: Tab): TabInAddress<Tab> {
  const { key, search } = useLocation();
  const kind = useNavigationType();
  const section = useRef<HTMLElement>(null);
  const named = new URLSearchParams(search).get(RECORDS_PARAM);
  const requestedTab = tabs.find((each) => each === named);
  const [tab, setTab] = useState<Tab>(requestedTab ?? first);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (requestedTab !== undefined) setTab(requestedTab);
  }
  const isLed = requestedTab !== undefined && kind === NavigationType.Push;
  useEffect(() => {
    if (isLed && seenKey !== "") section.current?.scrollIntoView({ block: "nearest" });
  }, [isLed, seenKey]);
  return { tab, setTab, section };
}
