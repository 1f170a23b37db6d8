import { MAX_LABEL } from "@candor/text/field-limits";
import { Button } from "@candor/ui/button.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon } from "@candor/ui/page-icons.tsx";
import type { PasskeyProblem } from "@candor/ui/passkeys";
import { createPasskey, hasPasskeys } from "@candor/ui/passkeys";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh, useCall } from "../../shell/calls/use-call.ts";
import { dropRemovedPasskey } from "../../shell/lock/lock-passkey.ts";
import { deviceName } from "../../shell/session/device-name.ts";

type Passkey = NonNullable<CallReply<"passkey">["list"]>[number];

const PROBLEM_WORDS = {
  canceled: "security.passkeyNotAdded",
  exists: "security.passkeyExists",
  failed: "security.passkeyNotMade",
} as const satisfies Record<PasskeyProblem, string>;

/** Lists the account's passkeys; passkeys can be added and removed. */
export function PasskeysSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { data, error, isPending } = useCall("passkey", { action: "list" }, { freshMs: 0 });
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const changed = () => refresh("passkey", "profile");
  const list = data?.list ?? [];
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("security.passkeys")}
      description={t("security.passkeysNote")}
    >
      {isPending && <SkeletonRows count={1} label={t("shell.loading")} />}
      {error !== null && data === undefined && <p className="muted">{messageOf(error)}</p>}
      {list.length > 0 && (
        <ul className="list passkeys">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {removing === null ? (
        <AddPasskey onAdded={changed} />
      ) : (
        <RemovePasskey
          key={removing.passkeyId}
          passkey={removing}
          onCancel={() => setRemoving(null)}
          onRemoved={async () => {
            await changed();
            setRemoving(null);
          }}
        />
      )}
    </Sheet>
  );
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { createdAtMs, lastUsedAtMs } = passkey;
  return (
    <li>
      <FingerprintIcon />
      <div className="grow stack-1">
        <span className="med trunc">{passkey.name}</span>
        <span className="small muted">
          {lastUsedAtMs === null
            ? t("security.addedOn", { date: formats.date(createdAtMs) })
            : t("security.usedOn", { date: formats.date(lastUsedAtMs) })}
        </span>
      </div>
      <button
        type="button"
        className="link small device-out"
        aria-label={`${t("security.remove")}: ${passkey.name}`}
        onClick={onRemove}
      >
        {t("security.remove")}
      </button>
    </li>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => Promise<unknown> }) {
  const t = useT();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [passwordProblem, setPasswordProblem] = useState<string | null>(null);
  const act = useGuardedAct("passkey");
  const add = async () => {
    setProblem(null);
    if (password === "") return setPasswordProblem(t("login.passwordEmpty"));
    setPasswordProblem(null);
    const begun = await act.run({ action: "begin", password });
    if (begun === null) return;
    if (!begun.ok) {
      const tell = begun.error.error === "user.passwordError" ? setPasswordProblem : setProblem;
      return tell(messageOf(begun.error));
    }
    const made = await createPasskey(begun.reply.options ?? {});
    if (!made.ok) return setProblem(t(PROBLEM_WORDS[made.problem]));
    const finished = await act.run({ action: "finish", credential: made.credential, name: name.trim() });
    if (finished === null) return;
    if (!finished.ok) return setProblem(messageOf(finished.error));
    setPassword("");
    showToast(t("security.passkeyAdded"), { kind: "success" });
    await onAdded();
  };
  if (!hasPasskeys()) return <Notice tone="warn">{t("security.noPasskeysHere")}</Notice>;
  return (
    <>
      <Form className="stack-4" onSubmit={add}>
        <Input
          label={t("security.passkeyName")}
          autoComplete="off"
          maxLength={MAX_LABEL}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <LoginPasswordInput value={password} error={passwordProblem} onValueChange={setPassword} />
        {problem !== null && (
          <Notice tone="down" announce>
            {problem}
          </Notice>
        )}
        <Button tone="primary" block type="submit" busy={act.isBusy}>
          {t("security.addPasskey")}
        </Button>
      </Form>
      {act.sheet}
    </>
  );
}

interface RemoveProps {
  readonly passkey: Passkey;
  readonly onCancel: () => void;
  readonly onRemoved: () => Promise<unknown>;
}

function RemovePasskey({ passkey, onCancel, onRemoved }: RemoveProps) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const act = useGuardedAct("passkey");
  const remove = async () => {
    if (password === "") return setProblem(t("login.passwordEmpty"));
    const outcome = await act.run({ action: "remove", passkeyId: passkey.passkeyId, password });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    dropRemovedPasskey(outcome.reply.list);
    showToast(t("security.passkeyRemoved"), { kind: "success" });
    await onRemoved();
  };
  return (
    <>
      <Form className="stack-4" onSubmit={remove}>
        <Notice tone="warn">
          {t("security.removeNote", { name: passkey.name })} {t("me.holdNote")}
        </Notice>
        <LoginPasswordInput value={password} error={problem} onValueChange={setPassword} />
        <Button tone="danger" block type="submit" busy={act.isBusy}>
          {t("security.removePasskey")}
        </Button>
        <Button tone="line" block onClick={onCancel}>
          {t("shell.cancel")}
        </Button>
      </Form>
      {act.sheet}
    </>
  );
}
