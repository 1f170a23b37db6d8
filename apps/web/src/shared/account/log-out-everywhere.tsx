import { Button } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLogOut } from "../../shell/session/session.ts";
import { nameOfKey } from "./api-key.ts";

/** API keys can be revoked with the sessions; passkeys stay, because removing one needs more than a session. */
export function LogOutEverywhere() {
  const t = useT();
  const logOut = useLogOut();
  const keys = useCall("apiKey", { action: "list" }).data?.list ?? [];
  const passkeys = useCall("passkey", { action: "list" }).data?.list ?? [];
  const [endApiKeys, setEndApiKeys] = useState(true);
  return (
    <div className="stack-4">
      {keys.length > 0 && (
        <div className="stack-1">
          <Checkbox
            label={t("security.endKeysToo", { count: keys.length })}
            checked={endApiKeys}
            onCheckedChange={setEndApiKeys}
          />
          <p className="small muted">
            {keys.map(nameOfKey).join(", ")} · {t("security.endKeysNote")}
          </p>
        </div>
      )}
      {passkeys.length > 0 && (
        <Notice>{t("security.passkeysStay", { names: passkeys.map(({ name }) => name).join(", ") })}</Notice>
      )}
      <Button
        tone="danger"
        block
        onClick={() => void logOut({ all: true, endApiKeys: endApiKeys && keys.length > 0 })}
      >
        {t("me.logOutEverywhere")}
      </Button>
    </div>
  );
}
