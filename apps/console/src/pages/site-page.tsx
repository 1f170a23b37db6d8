import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useState } from "react";
import { useAct, useMe, useReadCommand } from "../api/use-console.ts";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { ReasonField } from "../parts/reason-field.tsx";

const MAX_MESSAGE = 200;

/** Opens and closes the site. */
export function SitePage() {
  const { data, error, refetch } = useReadCommand({ command: "site show" }, { everyMs: 10_000 });
  const { data: me } = useMe();
  if (data === undefined && error !== null) return <LoadFailed error={error} again={refetch} />;
  const row = data?.rows[0];
  if (row === undefined || me === undefined || me === null) return <Loading />;
  const isOpen = row["open"] === true;
  return (
    <div className="console-two">
      <Card className="stack-4" title="Site">
        <p>
          <Badge tone={isOpen ? "up" : "warn"} dot>
            {isOpen ? "open" : "closed"}
          </Badge>
        </p>
        {!isOpen && (
          <p>
            People read:{" "}
            {row["message"] === "" ? "the app’s standard message, in their language." : row["message"]}
          </p>
        )}
        {me.commands.includes("site close") ? (
          <SiteSwitchForm key={String(isOpen)} isOpen={isOpen} />
        ) : (
          <p className="muted">Operators with the role owner or risk close and open the site.</p>
        )}
      </Card>
      <Card className="stack-4" title="What closing does">
        <p>
          Calls from people and programs are rejected with your message, and sockets are closed. Nobody can
          place, change or cancel anything. The app logs people out, and they log in again after you open the
          site. Sessions stay valid on the server: people see them in their security center, and programs go
          on with theirs.
        </p>
        <p>
          Prices, stops, liquidations, funding, interest, settlements of timed options, deposits and the
          withdrawals in progress go on: to stop a settlement would be to choose its outcome.
        </p>
      </Card>
      {me.commands.includes("site invitation") && (
        <Invitation mayRenew={me.commands.includes("site renew-invitation")} />
      )}
    </div>
  );
}

function Invitation({ mayRenew }: { readonly mayRenew: boolean }) {
  const { data } = useReadCommand({ command: "site invitation" });
  const row = data?.rows[0];
  if (row === undefined) return null;
  return (
    <Card className="stack-4" title="Who may register">
      <p>
        {row["inviteOnly"] === true
          ? "Only people with an invitation. Each user has a code. This is the exchange’s own code, for people without another invitation:"
          : "Everybody. People who register with the exchange’s own code have no inviter:"}
      </p>
      <p className="mono">{row["code"]}</p>
      <p>
        <a className="link" href={String(row["link"])}>
          Registration page with this code filled in
        </a>
      </p>
      {mayRenew && <Renewal key={row["code"]?.toString()} />}
    </Card>
  );
}

function Renewal() {
  const [reason, setReason] = useState("");
  const act = useAct();
  return (
    <Form className="stack-4" onSubmit={() => act.mutate({ command: "site renew-invitation", reason })}>
      <ReasonField label="Reason to renew it, for the audit log" value={reason} onValueChange={setReason} />
      <p className="muted">The old code stops working. People who joined with it stay.</p>
      <div>
        <Button type="submit" busy={act.isPending} disabled={reason.trim() === ""}>
          Make a new code
        </Button>
      </div>
    </Form>
  );
}

function SiteSwitchForm({ isOpen }: { readonly isOpen: boolean }) {
  const [message, setMessage] = useState("");
  const [reason, setReason] = useState("");
  const act = useAct();
  return (
    <Form
      className="stack-4"
      onSubmit={() =>
        act.mutate(
          isOpen
            ? { command: "site close", reason, input: { message: message.trim() } }
            : { command: "site open", reason },
        )
      }
    >
      {isOpen && (
        <Input
          label="Message, which people read"
          help="Leave it empty to let the app say it in the reader’s language."
          maxLength={MAX_MESSAGE}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      <ReasonField label="Reason, for the audit log" value={reason} onValueChange={setReason} />
      {isOpen && <Notice tone="warn">Everyone who is trading now loses access at once.</Notice>}
      <div>
        <Button
          type="submit"
          tone={isOpen ? "danger" : "primary"}
          busy={act.isPending}
          disabled={isOpen && reason.trim() === ""}
        >
          {isOpen ? "Close the site" : "Open the site"}
        </Button>
      </div>
    </Form>
  );
}
