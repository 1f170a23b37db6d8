import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { CopyIcon, MailIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import type { CallReply } from "@candor/protocol/wire/calls";
import { Notice } from "@candor/ui/notice.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { messageOf, useCall } from "../../shell/use-call.ts";
import "./system.css";

const REFETCH_MS = 3_000;

/** The sandbox's mails: nothing leaves the machine, so they are read here. */
export function Screen() {
  const t = useT();
  const { data, error, isPending, refetch } = useCall(
    "outbox",
    { limit: 50 },
    { freshMs: 0, refetchEveryMs: REFETCH_MS },
  );
  return (
    <Page title={t("shell.outboxTitle")} hasBack isForm>
      <div className="pad outbox-note">
        <Notice tone="warn">{t("shell.outboxNote")}</Notice>
      </div>
      <section className="group">
        {isPending && <SkeletonRows count={3} label={t("shell.loading")} />}
        {error !== null && data === undefined && (
          <ErrorState
            title={t("shell.loadFailed")}
            action={
              <Button size="small" tone="line" onClick={() => void refetch()}>
                {t("shell.tryAgain")}
              </Button>
            }
          >
            {messageOf(error)}
          </ErrorState>
        )}
        {data?.list.length === 0 && (
          <Empty icon={MailIcon} title={t("shell.outboxEmpty")}>
            {t("shell.outboxEmptyNote")}
          </Empty>
        )}
        {data?.list.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </section>
    </Page>
  );
}

const CODE = /\b[0-9]{6}\b/;

function Mail({ mail }: { readonly mail: CallReply<"outbox">["list"][number] }) {
  const t = useT();
  const code = CODE.exec(mail.text)?.[0];
  const [before, after] = code === undefined ? [mail.text, ""] : splitAt(mail.text, code);
  const copy = () => {
    void navigator.clipboard
      .writeText(code ?? "")
      .then(() => showToast(t("shell.copied"), { kind: "success" }));
  };
  return (
    <article className="mail">
      <div className="row between">
        <h2 className="trunc">{mail.subject}</h2>
        {code !== undefined && (
          <IconButton label={t("shell.copy")} onClick={copy}>
            <CopyIcon size="s" />
          </IconButton>
        )}
      </div>
      <span className="small muted trunc">
        {t("shell.outboxTo", { address: mail.to })} · <RelativeTime ms={mail.timeMs} />
      </span>
      <pre>
        {before}
        {code !== undefined && <mark>{code}</mark>}
        {after}
      </pre>
    </article>
  );
}

function splitAt(text: string, part: string): readonly [string, string] {
  const at = text.indexOf(part);
  return [text.slice(0, at), text.slice(at + part.length)];
}
