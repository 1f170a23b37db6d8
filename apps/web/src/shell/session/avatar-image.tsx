import { classNames } from "@candor/ui/class-names";
import "@candor/ui/display.css";
import { useState } from "react";
import { i18n } from "../../i18n/i18n.ts";
import { initials } from "./initials.ts";

interface Props {
  readonly name: string;
  /** URL of the picture; null if none. */
  readonly url: string | null;
  readonly size?: "s" | "l" | "xl";
}

/** A user's round avatar: the picture, or the initials. */
export function AvatarImage({ name, url, size = "l" }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isShown = url !== null && url !== failedUrl;
  return (
    <span className={classNames("avatar", size)} aria-hidden="true">
      {isShown ? <img src={url} alt="" onError={() => setFailedUrl(url)} /> : initials(name, i18n.locale)}
    </span>
  );
}
