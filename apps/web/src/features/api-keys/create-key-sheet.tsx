import { MAX_LABEL } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useCopy } from "../../shell/hooks/use-copy.ts";
import { type Made, useKeyForm } from "./use-key-form.ts";

interface CreateKeyProps {
  readonly onClose: () => void;
  /** Receives the new key while its secret is shown. */
  readonly onMade?: (made: Made) => void;
}

/** Creates a key, then shows it and its secret once. */
export function CreateKeySheet({ onClose, onMade }: CreateKeyProps) {
  const t = useT();
  const [made, setMade] = useState<Made | null>(null);
  const keep = (key: Made) => {
    setMade(key);
    onMade?.(key);
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("keys.create")} closesByButtonOnly={made !== null}>
      {made === null ? <KeyForm onMade={keep} /> : <MadeKey made={made} onDone={onClose} />}
    </Sheet>
  );
}

function KeyForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const t = useT();
  const { fields, problems, clearingProblems, submit, act } = useKeyForm(onMade);
  return (
    <>
      <Form className="stack-4" onSubmit={submit}>
        <Input
          label={t("keys.label")}
          help={t("keys.labelHelp")}
          autoComplete="off"
          maxLength={MAX_LABEL}
          value={fields.label}
          onChange={(event) => fields.setLabel(event.target.value)}
        />
        <div className="stack-1">
          <Checkbox
            label={`${t("keys.read")}: ${t("keys.readHelp")}`}
            checked={fields.reads}
            onCheckedChange={clearingProblems(fields.setReads, "permissions")}
          />
          <Checkbox
            label={`${t("keys.trade")}: ${t("keys.tradeHelp")}`}
            checked={fields.trades}
            onCheckedChange={clearingProblems(fields.setTrades, "permissions")}
          />
        </div>
        {problems.permissions !== undefined && (
          <Notice tone="down" announce>
            {problems.permissions}
          </Notice>
        )}
        <Input
          label={t("keys.networks")}
          help={t("keys.networksHelp")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.networks}
          error={problems.addresses}
          onChange={(event) => clearingProblems(fields.setNetworks, "addresses")(event.target.value)}
        />
        <Input
          label={t("keys.publicKey")}
          help={t("keys.publicKeyHelp")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.publicKey}
          error={problems.publicKey}
          onChange={(event) => clearingProblems(fields.setPublicKey, "publicKey")(event.target.value)}
        />
        <LoginPasswordInput
          value={fields.password}
          error={problems.password}
          onValueChange={clearingProblems(fields.setPassword, "password")}
        />
        {problems.other !== undefined && (
          <Notice tone="down" announce>
            {problems.other}
          </Notice>
        )}
        <Button tone="primary" block type="submit" busy={act.isBusy}>
          {t("keys.create")}
        </Button>
      </Form>
      {act.sheet}
    </>
  );
}

function MadeKey({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const t = useT();
  return (
    <div className="stack-4">
      <Notice tone="warn">{t(made.secret === undefined ? "keys.onceKey" : "keys.once")}</Notice>
      <Secret label={t("keys.key")} text={made.apiKey} />
      {made.secret !== undefined && <Secret label={t("keys.secret")} text={made.secret} />}
      <Button tone="primary" block onClick={onDone}>
        {t("keys.kept")}
      </Button>
    </div>
  );
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className="stack-1">
      <span className="small muted">{label}</span>
      <div className="row between totp-secret">
        <span className="mono small" translate="no">
          {text}
        </span>
        <Button
          size="small"
          tone="ghost"
          aria-label={`${t("shell.copy")}: ${label}`}
          onClick={() => copy(text)}
        >
          {t("shell.copy")}
        </Button>
      </div>
    </div>
  );
}
