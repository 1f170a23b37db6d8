import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { SECURITY } from "../../shell/routing/routes.ts";
import type { Channel } from "./code-field.tsx";
import { CodeField } from "./code-field.tsx";

interface Props {
  readonly event: "reset" | "payment";
  readonly value: string;
  readonly onValueChange: (code: string) => void;
  readonly error: string | null;
}

/** A code to the user's bound mailbox or phone; if there is neither, links to where to bind one. */
export function OwnCodeField({ event, value, onValueChange, error }: Props) {
  const t = useT();
  const { data: profile } = useCall("profile", {});
  const [chosen, setChannel] = useState<Channel | null>(null);
  if (profile === undefined) return null;
  const channels: readonly Channel[] = [
    ...(profile.email === null ? [] : (["email"] as const)),
    ...(profile.phone === null ? [] : (["phone"] as const)),
  ];
  const channel = chosen ?? channels[0];
  if (channel === undefined) {
    return (
      <Notice tone="warn">
        {t("me.noContact")}{" "}
        <Link className="link" to={SECURITY}>
          {t("me.bindContact")}
        </Link>
      </Notice>
    );
  }
  return (
    <>
      {channels.length > 1 && (
        <Segmented
          label={t("me.codeBy")}
          value={channel}
          onValueChange={setChannel}
          choices={[
            { value: "email", label: t("login.byEmail") },
            { value: "phone", label: t("login.byPhone") },
          ]}
        />
      )}
      <CodeField
        key={channel}
        event={event}
        channel={channel}
        value={value}
        onValueChange={onValueChange}
        error={error}
      />
      <p className="small muted">
        {t("me.codeGoesTo", { address: (channel === "email" ? profile.email : profile.phone) ?? "" })}
      </p>
    </>
  );
}
