import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSync } from "otplib";
import { WireClient } from "../wire-client.ts";

const EMAIL = "between@example.org";
const OPERATOR = { name: "olga", password: "mallard-orchid-72" };
const STEP_SECONDS = 30;
/** While no core leads, calls are answered late or with one of these. */
const NO_LEADER = new Set([502, 503, 504]);

/** What people begin before another core leads and finish afterwards: a console session and a mailed code. */
export class ShortLived {
  private readonly url: string;
  private readonly client: WireClient;
  private readonly cookie: string;
  private readonly registration: { readonly code: string; readonly invitationCode: string };

  private constructor(
    url: string,
    client: WireClient,
    cookie: string,
    registration: ShortLived["registration"],
  ) {
    this.url = url;
    this.client = client;
    this.cookie = cookie;
    this.registration = registration;
  }

  /** @param home home of the core that leads and has written the founders' links */
  static async begin(url: string, home: string): Promise<ShortLived> {
    const cookie = await signIn(url, /#\/join\/([\w-]{43})/.exec(linksOf(home))?.[1] ?? "");
    const client = new WireClient(url, { headers: { "x-forwarded-for": "10.77.7.7" } });
    const site = await client.expectOk(client.post("/ebapi/public_api/index"));
    await client.expectOk(client.post("/ems/send", { email: EMAIL, event: "register" }));
    const code = await client.newestCode(EMAIL);
    return new ShortLived(url, client, cookie, { code, invitationCode: site.registration.houseCode ?? "" });
  }

  /** Returns whom the console takes the operator for, and what registering with the code answers. */
  async finish(): Promise<{ readonly operator: unknown; readonly registered: unknown }> {
    const me = await ask(this.url, "me", {}, this.cookie);
    const request = { email: EMAIL, password: "kestrel7", ...this.registration };
    const { data } = await this.client.post("/user/register", request);
    return { operator: me.body["name"], registered: data.error ?? data.success };
  }
}

const linksOf = (home: string): string => readFileSync(path.join(home, "console-links.txt"), "utf8");

/** Signs up with a founder's link, and in with the code after the one that this uses up. @returns the cookie */
async function signIn(url: string, token: string): Promise<string> {
  const begun = await ask(url, "sign-up-begin", { token });
  const secret = String(begun.body["totpSecret"]);
  const now = Math.floor(Date.now() / 1_000);
  const totp = (epoch: number): string => generateSync({ secret, epoch });
  await ask(url, "sign-up-finish", { token, ...OPERATOR, totp: totp(now) });
  const { cookie } = await ask(url, "sign-in", { ...OPERATOR, totp: totp(now + STEP_SECONDS) });
  return cookie;
}

/** Calls the console, again while no core leads. */
async function ask(url: string, name: string, input: object, cookie = "") {
  for (;;) {
    const reply = await fetch(`${url}/console/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-candor-console": "1", cookie },
      body: JSON.stringify(input),
    });
    const body = (await reply.json()) as Readonly<Record<string, unknown>>;
    if (reply.ok) return { body, cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "" };
    if (!NO_LEADER.has(reply.status)) throw new Error(`${name}: ${reply.status} ${JSON.stringify(body)}`);
    await sleep(50);
  }
}
