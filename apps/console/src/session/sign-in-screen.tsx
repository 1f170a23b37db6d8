import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { FingerprintIcon } from "@candor/ui/page-icons.tsx";
import { answerWithPasskey, hasPasskeys } from "@candor/ui/passkeys";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { callConsole } from "../api/console-api.ts";
import { queryClient } from "../api/query-client.ts";
import { Gate } from "./gate.tsx";

/** Returns false if the user closed the browser's dialog. */
async function signInWithPasskey(): Promise<boolean> {
  const { options } = await callConsole<{ readonly options: Record<string, unknown> }>("passkey-question");
  const answer = await answerWithPasskey(options);
  if (!answer.ok && answer.problem === "canceled") return false;
  if (!answer.ok) throw new Error("This device has no passkey for the console.");
  await callConsole("passkey-sign-in", { credential: answer.credential });
  return true;
}

/**
 * Name, password and app code in one step, without revealing which is wrong. Or a passkey, which replaces all of them.
 */
export function SignInScreen() {
  const [fields, setFields] = useState({ name: "", password: "", totp: "" });
  const signIn = useMutation({
    mutationFn: () => callConsole("sign-in", fields),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const byPasskey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (isIn) => (isIn ? queryClient.invalidateQueries() : undefined),
  });
  const { state } = useLocation() as { readonly state: { readonly hasJoined?: boolean } | null };
  const problem = byPasskey.error ?? signIn.error;
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  return (
    <Gate title="Operators' console">
      <Form
        className="stack-4"
        onSubmit={() => {
          byPasskey.reset();
          signIn.mutate();
        }}
      >
        {state?.hasJoined === true && problem === null && (
          <Notice tone="up" title="You have joined." announce>
            Log in with the next code of the app.
          </Notice>
        )}
        <Input
          label="Login name"
          autoComplete="username"
          autoCapitalize="none"
          value={fields.name}
          onChange={(event) => set({ name: event.target.value.trim() })}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={fields.password}
          onChange={(event) => set({ password: event.target.value })}
        />
        <Input
          label="Code from the authenticator app"
          help="Each code works once. Wait for the next one if you have just used it."
          autoComplete="one-time-code"
          inputMode="numeric"
          value={fields.totp}
          onChange={(event) => set({ totp: event.target.value.replace(/\s/g, "") })}
        />
        {problem !== null && (
          <Notice tone="down" announce>
            {problem.message}
          </Notice>
        )}
        <Button type="submit" tone="primary" block busy={signIn.isPending}>
          Log in
        </Button>
        {hasPasskeys() && (
          <Button tone="line" block busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            <FingerprintIcon />
            Use a passkey
          </Button>
        )}
      </Form>
    </Gate>
  );
}
