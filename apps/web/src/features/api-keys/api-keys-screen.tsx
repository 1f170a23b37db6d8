import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { PlusIcon } from "@candor/ui/icons.tsx";
import { KeyIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { Notice } from "@candor/ui/notice.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type ApiKey, nameOfKey } from "../../shared/account/api-key.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { BOTS } from "../../shell/routing/routes.ts";
import "../../shared/account/security.css";
import { CreateKeySheet } from "./create-key-sheet.tsx";
import { RemoveKeySheet } from "./remove-key-sheet.tsx";

/** Lists the user's API keys; keys can be created and removed. */
export function Screen() {
  const t = useT();
  const { data, error, isPending, refetch } = useCall("apiKey", { action: "list" }, { freshMs: 0 });
  const [isCreating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const create = () => setCreating(true);
  return (
    <Page
      title={t("keys.title")}
      hasBack
      isForm
      actions={
        <IconButton label={t("keys.create")} onClick={create}>
          <PlusIcon />
        </IconButton>
      }
    >
      <div className="narrow">
        <div className="pad stack api-keys-head">
          <p className="small muted api-keys-note">
            {t("keys.note", { url: window.location.origin })}{" "}
            <HelpButton article="api" topic={t("keys.title")} />
          </p>
          <Notice>{t("keys.noWithdrawals")}</Notice>
          <Link className="link small" to={BOTS}>
            {t("keys.bots")}
          </Link>
        </div>
        <section className="group">
          {isPending && <SkeletonRows count={3} label={t("shell.loading")} />}
          {error !== null && data === undefined && (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          )}
          {data?.list.length === 0 && (
            <Empty
              icon={KeyIcon}
              title={t("keys.none")}
              action={
                <Button size="small" tone="primary" onClick={create}>
                  {t("keys.create")}
                </Button>
              }
            />
          )}
          {data !== undefined && data.list.length > 0 && (
            <ul className="list">
              {data.list.map((key) => (
                <KeyRow key={key.apiKeyId} apiKey={key} onRemove={() => setRemoving(key)} />
              ))}
            </ul>
          )}
        </section>
      </div>
      {isCreating && <CreateKeySheet onClose={() => setCreating(false)} />}
      {removing !== null && <RemoveKeySheet apiKey={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

function KeyRow({ apiKey, onRemove }: { readonly apiKey: ApiKey; readonly onRemove: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { permissions, addresses, createdAtMs, lastUsedAtMs, tradeEndsAtMs } = apiKey;
  const may = permissions.map((permission) => t(`keys.${permission}`)).join(" · ");
  return (
    <li className="api-key">
      <KeyIcon />
      <div className="grow stack-1">
        <span className="med trunc">{nameOfKey(apiKey)}</span>
        <span className="small muted">{may}</span>
        <span className="small muted api-key-from">
          {addresses.length === 0 ? t("keys.anywhere") : addresses.join(", ")}
        </span>
        {tradeEndsAtMs !== null && (
          <span className="small muted">{t("keys.tradesUntil", { date: formats.date(tradeEndsAtMs) })}</span>
        )}
        <span className="small muted">
          {lastUsedAtMs === null
            ? t("keys.created", { date: formats.date(createdAtMs) })
            : t("keys.used", { date: formats.date(lastUsedAtMs) })}
        </span>
      </div>
      <button
        type="button"
        className="link small device-out"
        aria-label={`${t("security.remove")}: ${nameOfKey(apiKey)}`}
        onClick={onRemove}
      >
        {t("security.remove")}
      </button>
    </li>
  );
}
