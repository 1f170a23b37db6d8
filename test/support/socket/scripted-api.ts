import type { CallName, CallReply } from "@candor/wire/calls";
import { CALL_ROUTES } from "../../../apps/web/src/data/call-routes.ts";
import { LegacyApi } from "../../../apps/web/src/data/legacy-api.ts";

type Request = Readonly<Record<string, unknown>>;
/** A call's reply: its data, or undefined for a network failure. Tests may delay it. */
type Answer = (request: Request) => object | undefined | Promise<object | undefined>;

/** The real client on top of replies from the test. */
export class ScriptedApi {
  readonly asked: { readonly name: string; readonly request: Request }[] = [];
  private readonly answers = new Map<string, Answer>();
  readonly api = new LegacyApi({
    baseUrl: "http://scripted",
    token: () => "token",
    language: () => "en",
    onSessionEnded: () => undefined,
    onAccessDenied: () => undefined,
    fetch: (input, init) => this.respond(input as string, init?.method ?? "GET", init?.body),
  });

  on<Name extends CallName>(
    name: Name,
    answer: (request: Request) => Partial<CallReply<Name>> | undefined | Promise<Partial<CallReply<Name>>>,
  ): void {
    this.answers.set(name, answer);
  }

  count(name: CallName): number {
    return this.asked.filter((one) => one.name === name).length;
  }

  private async respond(input: string, method: string, body: unknown): Promise<Response> {
    const url = new URL(input);
    const found = Object.entries(CALL_ROUTES).find(([, route]) => route === `${method} ${url.pathname}`);
    const name = found?.[0] ?? url.pathname;
    const request: Request =
      method === "GET"
        ? Object.fromEntries(url.searchParams)
        : readForm(typeof body === "string" ? body : "");
    this.asked.push({ name, request });
    const data = await this.answers.get(name)?.(request);
    if (data === undefined) throw new TypeError("no network");
    const encoded = Buffer.from(JSON.stringify(data), "utf8").toString("base64");
    return new Response(JSON.stringify({ code: 1, msg: "", time: 0, data: encoded }));
  }
}

function readForm(body: string): Request {
  const data = new URLSearchParams(body).get("data") ?? "";
  return JSON.parse(decodeURIComponent(Buffer.from(data, "base64").toString("utf8"))) as Request;
}
