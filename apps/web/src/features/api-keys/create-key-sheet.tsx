import { MAX_LABEL } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/use-call.ts";
import { useCopy } from "../../shell/use-copy.ts";
import { useProblems } from "../../shell/use-problems.ts";

interface Made {
  readonly apiKey: string;
  /** Undefined if the program signs with its own key. */
  readonly secret: string | undefined;
}

interface Problems {
  readonly addresses?: string;
  readonly permissions?: string;
  readonly publicKey?: string;
  readonly password?: string;
  readonly other?: string;
}

/** Creates a key, then shows it and its secret once. */
export function CreateKeySheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Sheet open onOpenChange={onClose} title={t("keys.create")} isKept={made !== null}>
      {made === null ? <KeyForm onMade={setMade} /> : <MadeKey made={made} onDone={onClose} />}
    </Sheet>
  );
}

function KeyForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const t = useT();
  const [label, setLabel] = useState("");
  const [reads, setReads] = useState(true);
  const [trades, setTrades] = useState(false);
  const [networks, setNetworks] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, answering } = useProblems<Problems>({});
  const act = useGuardedAct("apiKey");
  const addresses = networks.split(/[\s,;]+/).filter((each) => each !== "");
  const problemsOf = (error: ApiError): Problems => {
    if (error.error === "user.passwordError") return { password: messageOf(error) };
    if (error.fields.some(({ path }) => path === "publicKey")) return { publicKey: t("keys.publicKeyBad") };
    const bad = error.fields.flatMap(({ path }) => {
      const [field, at] = path.split(".");
      return field === "addresses" ? [addresses[Number(at)] ?? networks] : [];
    });
    if (bad.length > 0) return { addresses: t("keys.networksBad", { addresses: bad.join(", ") }) };
    return { other: messageOf(error) };
  };
  const submit = async () => {
    const permissions = [...(reads ? (["read"] as const) : []), ...(trades ? (["trade"] as const) : [])];
    const found: Problems = {
      ...(permissions.length === 0 && { permissions: t("keys.permissionMissing") }),
      ...(password === "" && { password: t("login.passwordEmpty") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const own = publicKey.trim() === "" ? {} : { publicKey: publicKey.trim() };
    const request = { label: label.trim(), permissions, addresses, password, ...own };
    const outcome = await act.run({ action: "create", ...request });
    if (outcome === null) return;
    if (!outcome.ok) return setProblems(problemsOf(outcome.error));
    const { apiKey = "", secret } = outcome.reply;
    onMade({ apiKey, secret });
    await refresh("apiKey");
  };
  return (
    <>
      <Form className="stack-4" onSubmit={submit}>
        <Input
          label={t("keys.label")}
          help={t("keys.labelHelp")}
          autoComplete="off"
          maxLength={MAX_LABEL}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <div className="stack-1">
          <Checkbox
            label={`${t("keys.read")}: ${t("keys.readHelp")}`}
            checked={reads}
            onCheckedChange={answering(setReads, "permissions")}
          />
          <Checkbox
            label={`${t("keys.trade")}: ${t("keys.tradeHelp")}`}
            checked={trades}
            onCheckedChange={answering(setTrades, "permissions")}
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
          value={networks}
          error={problems.addresses}
          onChange={(event) => answering(setNetworks, "addresses")(event.target.value)}
        />
        <Input
          label={t("keys.publicKey")}
          help={t("keys.publicKeyHelp")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={publicKey}
          error={problems.publicKey}
          onChange={(event) => answering(setPublicKey, "publicKey")(event.target.value)}
        />
        <LoginPasswordInput
          value={password}
          error={problems.password}
          onValueChange={answering(setPassword, "password")}
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
