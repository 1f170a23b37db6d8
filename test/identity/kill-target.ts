import { Rejected } from "@candor/protocol/wire/rejection";
import { Identity } from "../../apps/server/src/identity/identity-service.ts";

/** What the process that is to be killed has promised to somebody. */
export interface DurableFact {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  readonly token: string;
  readonly favourites: readonly string[];
}

const [directory = "", round = ""] = process.argv.slice(2);
const CALLER = { address: "203.0.113.7", language: "en" } as const;
const SIDE_BY_SIDE = 4;

const identity = Identity.open({
  directory,
  mode: "sandbox",
  hashCost: { memoryKib: 8, passes: 1 },
  settings: { inviteOnly: false, registrationBy: ["username"] },
  openAccount: () => Promise.resolve(),
});

async function people(line: number): Promise<void> {
  for (let count = 0; ; count++) {
    const username = `user_${round}_${line}_${count}`;
    const session = await identity.register(CALLER, { username, password: "kestrel7" });
    if (session instanceof Rejected) throw new Error(session.error);
    const { userId } = session;
    const newPassword = `kestrel${count}x`;
    const reset = { kind: "login", oldPassword: "kestrel7", newPassword } as const;
    const done = await identity.resetPassword(CALLER, session, reset);
    if (done instanceof Rejected) throw new Error(done.error);
    await identity.setFavourite(userId, "spot:BTCUSDT", true);
    await identity.setFavourite(userId, "spot:ETHUSDT", true);
    const { token } = session;
    const favourites = ["spot:BTCUSDT", "spot:ETHUSDT"];
    process.send?.({ userId, username, password: newPassword, token, favourites } satisfies DurableFact);
  }
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, line) => people(line)));
