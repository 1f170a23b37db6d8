import { MIN_OPERATOR_PASSWORD, OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { encode } from "uqr";
import { callConsole } from "../api/console-api.ts";
import { Loading } from "../parts/loading.tsx";
import { NAME_PROBLEM } from "../parts/name-problem.ts";
import { Gate } from "./gate.tsx";

interface SignUp {
  readonly name: string | null;
  readonly roles: readonly string[];
  readonly totpSecret: string;
  readonly totpUri: string;
}

/** Opened by a one-time link: sets up password and authenticator app. */
export function JoinScreen() {
  const { token = "" } = useParams();
  const { mutate, data, error } = useMutation({
    mutationFn: (of: string) => callConsole<SignUp>("sign-up-begin", { token: of }),
  });
  useEffect(() => mutate(token), [mutate, token]);
  return (
    <Gate title="Join the operators">
      {error !== null && (
        <Notice tone="down" announce>
          {error.message} Ask an owner for a new link. The founders&apos; links are in console-links.txt in
          the server&apos;s home after a start.
        </Notice>
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <JoinForm token={token} signUp={data} />}
    </Gate>
  );
}

function JoinForm({ token, signUp }: { readonly token: string; readonly signUp: SignUp }) {
  const navigate = useNavigate();
  const [fields, setFields] = useState({ name: signUp.name ?? "", password: "", totp: "" });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const nameInput = useRef<HTMLInputElement>(null);
  const [isNameChecked, setNameChecked] = useState(false);
  const isNameValid = OPERATOR_NAME.test(fields.name.trim());
  const join = useMutation({
    mutationFn: () => callConsole("sign-up-finish", { token, ...fields, name: fields.name.trim() }),
    onSuccess: () => {
      void navigate("/", { replace: true, state: { hasJoined: true } });
    },
  });
  const submit = () => {
    setNameChecked(true);
    if (isNameValid) join.mutate();
    else nameInput.current?.focus();
  };
  return (
    <Form className="stack-4" onSubmit={submit}>
      <p>
        {signUp.name !== null && <b>Welcome, {signUp.name}. </b>}
        Your {signUp.roles.length === 1 ? "role" : "roles"}: {signUp.roles.join(", ")}
      </p>
      <Input
        label="Login name"
        help={`${OPERATOR_NAME_RULE} The audit log shows it with everything you do.`}
        autoComplete="username"
        autoCapitalize="none"
        disabled={signUp.name !== null}
        inputRef={nameInput}
        error={isNameChecked && !isNameValid ? NAME_PROBLEM : undefined}
        value={fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <PasswordInput
        label="Password"
        help={`At least ${MIN_OPERATOR_PASSWORD} characters.`}
        autoComplete="new-password"
        value={fields.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <div className="stack-3">
        <b className="small">Scan this with an authenticator app</b>
        <QrCode text={signUp.totpUri} />
        <span className="small muted">
          Or type: <span className="mono">{signUp.totpSecret}</span>
        </span>
      </div>
      <Input
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={fields.totp}
        onChange={(event) => set({ totp: event.target.value.replace(/\s/g, "") })}
      />
      {join.error !== null && (
        <Notice tone="down" announce>
          {join.error.message}
        </Notice>
      )}
      {/* `busy` ignores a second click during the request; a corrected form may be sent at once. */}
      <Button type="submit" tone="primary" block busy={join.isPending} throttleMs={0}>
        Join
      </Button>
    </Form>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="console-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="Code for the app">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
