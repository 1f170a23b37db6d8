import { generateSync } from "otplib";

/** Long enough for the console and in no list of leaked passwords. */
const PASSWORD = "mallard-orchid-72";
const STEP_MS = 30_000;

/** The fields of replies that attacks read. */
interface ConsoleBody {
  readonly error?: { readonly message: string };
  readonly note?: string;
  readonly rows?: readonly { readonly link?: string }[];
  readonly totpSecret?: string;
}

interface ConsoleReply {
  readonly status: number;
  readonly body: ConsoleBody;
}

/** An operator's browser. */
export class ConsoleSession {
  private readonly url: string;
  private cookie = "";
  private secret = "";
  private name = "";

  constructor(url: string) {
    this.url = url;
  }

  async call(name: string, input: object = {}): Promise<ConsoleReply> {
    const reply = await fetch(`${this.url}/console/api/${name}`, {
      method: "POST",
      headers: { "x-candor-console": "1", "content-type": "application/json", cookie: this.cookie },
      body: JSON.stringify(input),
    });
    const [set] = reply.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(";")[0] ?? "";
    return { status: reply.status, body: (await reply.json()) as ConsoleBody };
  }

  command(command: string, target: string, more: object = {}): Promise<ConsoleReply> {
    return this.call("command", { command, target, reason: "a test", ...more });
  }

  /** Signs up with an invitation link, as anyone with the link can. */
  async join(link: string, name: string): Promise<void> {
    const token = link.split("/").at(-1) ?? "";
    const begun = await this.expect("sign-up-begin", { token });
    const secret = begun.totpSecret ?? "";
    [this.name, this.secret] = [name, secret];
    const now = Math.floor(Date.now() / 1_000);
    await this.expect("sign-up-finish", {
      token,
      name,
      password: PASSWORD,
      totp: generateSync({ secret, epoch: now }),
    });
    // A code is valid once; the next step's code is accepted too.
    const totp = generateSync({ secret, epoch: now + STEP_MS / 1_000 });
    await this.expect("sign-in", { name, password: PASSWORD, totp });
  }

  /** Signs in again, after a restart of the server and at least a minute after joining: a code is valid once. */
  async signInAgain(): Promise<void> {
    const totp = generateSync({ secret: this.secret, epoch: Math.floor(Date.now() / 1_000) });
    await this.expect("sign-in", { name: this.name, password: PASSWORD, totp });
  }

  private async expect(name: string, input: object) {
    const { status, body } = await this.call(name, input);
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  }
}
