import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { createPasskey, hasPasskeys } from "@candor/ui/passkeys";
import { type Column, Table } from "@candor/ui/table.tsx";
import { showToast } from "@candor/ui/toast-store";
import type { OwnPasskey } from "@candor/wire/console/console-operator";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../api/console-api.ts";
import { useConsoleQuery } from "../api/use-console.ts";
import { Moment } from "../parts/figures.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";

interface Proof {
  readonly password: string;
  readonly totp: string;
}

const NO_PROOF: Proof = { password: "", totp: "" };

/** The operator's passkeys; each is sufficient to sign in. Changing them requires password and code again. */
export function PasskeysPage() {
  const { data, error, refetch } = useConsoleQuery<{ readonly list: readonly OwnPasskey[] }>("passkey-list");
  const [removing, setRemoving] = useState<OwnPasskey>();
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  if (data === undefined) return <Loading />;
  const columns: Column<OwnPasskey>[] = [
    { key: "name", header: "Name", className: "med", renderCell: ({ name }) => name },
    {
      key: "added",
      header: "Added",
      className: "n muted",
      renderCell: ({ createdAtMs }) => <Moment ms={createdAtMs} />,
    },
    {
      key: "used",
      header: "Last used",
      className: "n muted",
      renderCell: ({ lastUsedAtMs }) => (lastUsedAtMs === null ? "–" : <Moment ms={lastUsedAtMs} />),
    },
    {
      key: "act",
      header: "",
      align: "right",
      renderCell: (passkey) => (
        <Button size="small" onClick={() => setRemoving(passkey)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <div className="console-two">
      <Card flush title="Your passkeys">
        <div className="console-scroll">
          <Table
            label="Your passkeys"
            columns={columns}
            rows={data.list}
            rowKey={({ passkeyId }) => passkeyId}
          />
        </div>
        {data.list.length === 0 && <p className="small muted console-search">None yet.</p>}
      </Card>
      {removing === undefined ? (
        <AddPasskey />
      ) : (
        <RemovePasskey key={removing.passkeyId} passkey={removing} onDone={() => setRemoving(undefined)} />
      )}
    </div>
  );
}

function ProofFields(props: { readonly proof: Proof; readonly onProofChange: (proof: Proof) => void }) {
  const { proof, onProofChange } = props;
  return (
    <>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={proof.password}
        onChange={(event) => onProofChange({ ...proof, password: event.target.value })}
      />
      <Input
        label="Code from the authenticator app"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={proof.totp}
        onChange={(event) => onProofChange({ ...proof, totp: event.target.value.replace(/\s/g, "") })}
      />
    </>
  );
}

function AddPasskey() {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [proof, setProof] = useState(NO_PROOF);
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await callConsole<{ readonly options: Record<string, unknown> }>(
        "passkey-begin",
        proof,
      );
      const made = await createPasskey(options);
      if (!made.ok && made.problem === "exists")
        throw new Error("This device already has a passkey of yours.");
      if (!made.ok) throw new Error("No passkey was created.");
      await callConsole("passkey-finish", { credential: made.credential, name });
    },
    onSuccess: () => {
      setName("");
      showToast("The passkey is added.", { kind: "success" });
    },
    onSettled: () => {
      // The code is used up, whatever the result.
      setProof(NO_PROOF);
      return client.invalidateQueries();
    },
  });
  const isIncomplete = name.trim() === "" || proof.password === "" || proof.totp === "";
  return (
    <Card className="stack-4" title="Add a passkey">
      <p className="small muted">
        It logs you in by fingerprint, face or PIN, without password and code, and cannot be phished.
      </p>
      {!hasPasskeys() && (
        <Notice tone="warn">
          This browser or this connection does not support passkeys. Open the console over https.
        </Notice>
      )}
      <Form className="stack-4" onSubmit={() => add.mutate()}>
        <Input
          label="Name of the device"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ProofFields proof={proof} onProofChange={setProof} />
        {add.error !== null && (
          <Notice tone="down" announce>
            {add.error.message}
          </Notice>
        )}
        <Button type="submit" tone="primary" busy={add.isPending} disabled={isIncomplete || !hasPasskeys()}>
          Add the passkey
        </Button>
      </Form>
    </Card>
  );
}

function RemovePasskey({ passkey, onDone }: { readonly passkey: OwnPasskey; readonly onDone: () => void }) {
  const client = useQueryClient();
  const [proof, setProof] = useState(NO_PROOF);
  const remove = useMutation({
    mutationFn: () => callConsole("passkey-remove", { passkeyId: passkey.passkeyId, ...proof }),
    onSuccess: () => {
      showToast("The passkey is removed.", { kind: "success" });
      onDone();
    },
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Card
      className="stack-4"
      title={`Remove ${passkey.name}`}
      aside={
        <Button size="small" tone="ghost" onClick={onDone}>
          Keep it
        </Button>
      }
    >
      <Form className="stack-4" onSubmit={() => remove.mutate()}>
        <ProofFields proof={proof} onProofChange={setProof} />
        {remove.error !== null && (
          <Notice tone="down" announce>
            {remove.error.message}
          </Notice>
        )}
        <Button
          type="submit"
          tone="danger"
          busy={remove.isPending}
          disabled={proof.password === "" || proof.totp === ""}
        >
          Remove the passkey
        </Button>
      </Form>
    </Card>
  );
}
