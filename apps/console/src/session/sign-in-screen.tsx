import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input, PasswordInput } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../api/console-api.ts";
import { queryClient } from "../shell/query-client.ts";
import { Gate } from "./gate.tsx";

/** Name, password and a code of the app, in one step: a wrong one of them is not told apart. */
export function SignInScreen() {
  const [fields, setFields] = useState({ name: "", password: "", totp: "" });
  const signIn = useMutation({
    mutationFn: () => callConsole("sign-in", fields),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  return (
    <Gate title="Operators' console">
      <Form className="stack-4" onSubmit={() => signIn.mutate()}>
        <Input
          label="Name"
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
          label="Code of the authenticator app"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={fields.totp}
          onChange={(event) => set({ totp: event.target.value.replace(/\s/g, "") })}
        />
        {signIn.error !== null && (
          <Notice tone="down" announce>
            {signIn.error.message}
          </Notice>
        )}
        <Button type="submit" tone="primary" block busy={signIn.isPending}>
          Log in
        </Button>
      </Form>
    </Gate>
  );
}
