import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { Page } from "../../shell/page/page.tsx";
import { API_KEYS } from "../../shell/routing/routes.ts";
import "../../shared/account/security.css";
import { ADDRESSES, BOT_PROGRAMS, type BotProgramId } from "./bot-programs.ts";
import { CreateKeySheet } from "./create-key-sheet.tsx";

const PROGRAM_IDS = Object.keys(BOT_PROGRAMS) as BotProgramId[];
const PANEL = "bot-program";

/** Shows how to connect a trading program, with the reader's own key filled in. Nothing typed here is sent or stored. */
export function Screen() {
  const t = useT();
  const copy = useCopy();
  const [apiKey, setApiKey] = useState("");
  const [secret, setSecret] = useState("");
  const [program, setProgram] = useState<BotProgramId>("binance");
  const [isCreating, setCreating] = useState(false);
  const url = window.location.origin;
  const code = BOT_PROGRAMS[program].code({
    url,
    apiKey: apiKey.trim() || "API_KEY",
    secret: secret.trim() || "API_SECRET",
  });
  return (
    <Page title={t("keys.bots")} hasBack isForm>
      <div className="narrow">
        <div className="pad stack-4 api-keys-head">
          <p className="small muted api-keys-note">{t("keys.note", { url })}</p>
          <KeyFields apiKey={apiKey} secret={secret} onApiKey={setApiKey} onSecret={setSecret} />
          <div className="row api-keys-actions">
            <Button size="small" tone="primary" onClick={() => setCreating(true)}>
              {t("keys.create")}
            </Button>
            <ButtonLink size="small" tone="line" to={API_KEYS}>
              {t("keys.title")}
            </ButtonLink>
          </div>
        </div>
        <Tabs
          label={t("keys.program")}
          value={program}
          onValueChange={setProgram}
          choices={PROGRAM_IDS.map((value) => ({ value, label: BOT_PROGRAMS[value].name }))}
          panelId={PANEL}
        />
        <div id={PANEL} role="tabpanel" className="pad stack">
          <pre className="bot-code small" translate="no">
            {code}
          </pre>
          <Button tone="line" block onClick={() => copy(code)}>
            {t("shell.copy")}
          </Button>
          <Addresses url={url} />
        </div>
      </div>
      {isCreating && (
        <CreateKeySheet
          onClose={() => setCreating(false)}
          onMade={(made) => {
            setApiKey(made.apiKey);
            setSecret(made.secret ?? "");
          }}
        />
      )}
    </Page>
  );
}

interface KeyFieldsProps {
  readonly apiKey: string;
  readonly secret: string;
  readonly onApiKey: (text: string) => void;
  readonly onSecret: (text: string) => void;
}

function KeyFields({ apiKey, secret, onApiKey, onSecret }: KeyFieldsProps) {
  const t = useT();
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <>
      <Input
        label={t("keys.key")}
        {...plain}
        value={apiKey}
        onChange={(event) => onApiKey(event.target.value)}
      />
      <Input
        label={t("keys.secret")}
        {...plain}
        value={secret}
        onChange={(event) => onSecret(event.target.value)}
      />
      <Notice>{t("keys.botsPrivate")}</Notice>
    </>
  );
}

/** Binance's addresses and those of this site. */
function Addresses({ url }: { readonly url: string }) {
  const t = useT();
  return (
    <section className="stack-1 bot-addresses">
      <h2 className="small med">{t("keys.addresses")}</h2>
      <dl translate="no">
        {ADDRESSES.map(([theirs, here]) => (
          <div key={theirs}>
            <dt className="small muted">{theirs}</dt>
            <dd className="small mono">{here(url)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
