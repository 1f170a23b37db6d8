import { z } from "zod";

type Json = { readonly [key: string]: unknown };

export interface DocumentedMessage {
  readonly type: string;
  readonly schema: Json;
  /** Of an order's accepted reply. */
  readonly reply?: Json;
}

interface Document {
  readonly components: { readonly schemas: Json };
  readonly "x-socket": {
    readonly clientMessages: readonly DocumentedMessage[];
    readonly serverMessages: readonly DocumentedMessage[];
  };
}

/** The messages of `/ws` as a server publishes them in `/openapi.json`, without the code behind them. */
export class DocumentedSocket {
  readonly clientTypes: readonly string[];
  readonly serverTypes: readonly string[];
  private readonly document: Document;

  private constructor(document: Document) {
    const { clientMessages, serverMessages } = document["x-socket"];
    this.document = document;
    this.clientTypes = clientMessages.map(({ type }) => type);
    this.serverTypes = serverMessages.map(({ type }) => type);
  }

  static async of(serverUrl: string): Promise<DocumentedSocket> {
    return new DocumentedSocket((await (await fetch(`${serverUrl}/openapi.json`)).json()) as Document);
  }

  checkSent(message: { readonly type: string }): void {
    this.check(this.entry("clientMessages", message.type).schema, message);
  }

  checkReceived(message: { readonly type: string }): void {
    this.check(this.entry("serverMessages", message.type).schema, message);
  }

  checkReply(type: string, data: unknown): void {
    const { reply } = this.entry("clientMessages", type);
    if (reply === undefined) throw new Error(`${type} has no documented reply`);
    this.check(reply, data);
  }

  private entry(list: "clientMessages" | "serverMessages", type: string): DocumentedMessage {
    const found = this.document["x-socket"][list].find((each) => each.type === type);
    if (found === undefined) throw new Error(`${type} is not among the documented ${list}`);
    return found;
  }

  private check(schema: Json, value: unknown): void {
    const whole = { ...schema, $defs: this.document.components.schemas };
    const { error } = schemaOf(
      JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/"),
    ).safeParse(value);
    if (error !== undefined) throw new Error(`${z.prettifyError(error)} in ${JSON.stringify(value)}`);
  }
}

const schemas = new Map<string, z.ZodType>();

function schemaOf(json: string): z.ZodType {
  const schema =
    schemas.get(json) ?? z.fromJSONSchema(JSON.parse(json) as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(json, schema);
  return schema;
}
