import { jsonSchemaOf } from "@candor/wire/json-schema";
import { refusal } from "./basic-shapes.ts";
import { ALIAS, ANY_NAMES, type DescribedCall, type DescribedCalls, UNSUPPORTED } from "./described-calls.ts";
import { EMPTY_CALLS } from "./empty-calls.ts";
import { FUTURES_CALLS } from "./futures-calls.ts";
import { PARAMETERS } from "./parameter-shapes.ts";
import { SPOT_CALLS } from "./spot-calls.ts";
import { WALLET_CALLS } from "./wallet-calls.ts";

/** The credentials and weight of a call, taken from the call itself. */
export interface ServedCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Includes the prefix of its API, such as `/api/v3`. */
  readonly path: string;
  readonly shows: "nothing" | "key" | "signature";
  readonly permission?: string;
  readonly weight: number;
}

type Json = { [key: string]: unknown };

const SHOWS: Readonly<Record<ServedCall["shows"], readonly Json[]>> = {
  nothing: [],
  key: [{ key: [] }],
  signature: [{ key: [], signature: [] }],
};
/** Parameters that every signed call also takes. */
const SIGNED = "timestamp! recvWindow signature!";
const TAGS = [
  ["/api/v3", "Spot"],
  ["/fapi", "Futures"],
  ["/futures/data", "Futures"],
  ["/sapi", "Wallets and margin"],
  ["/dapi", "Coin-margined futures (empty)"],
  ["/eapi", "Vanilla options (empty)"],
] as const;

const INTRODUCTION = [
  "For clients built for Binance's APIs. Parameters are sent in the query or in a form. Signed calls carry a timestamp and the",
  "signature of the query followed by the form: HMAC-SHA256 in hexadecimal, or Ed25519 or RSA in base64. Errors use",
  "Binance's codes. docs/binance-api.md lists the differences from Binance. The calls of the exchange's own API",
  "are in /openapi.json.",
].join(" ");

/** Parameters and reply of each call, by method and path. */
export const DESCRIBED_CALLS: DescribedCalls = {
  ...SPOT_CALLS,
  ...FUTURES_CALLS,
  ...WALLET_CALLS,
  ...EMPTY_CALLS,
};

/** Returns the OpenAPI document of the served calls. Throws for a call without a description. */
export function binanceOpenApi(version: string, served: readonly ServedCall[]): Json {
  const collector = { definitions: {} };
  const paths: Record<string, Json> = {};
  for (const call of served) {
    const described = DESCRIBED_CALLS[nameOf(call)];
    if (described === undefined) throw new Error(`${nameOf(call)} has no description`);
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: operation(call, described, collector),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Candor API for Binance clients", version, description: INTRODUCTION },
    servers: [{ url: "/" }],
    tags: [...new Set(TAGS.map(([, name]) => name))].map((name) => ({ name })),
    paths,
    components: {
      schemas: collector.definitions,
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-MBX-APIKEY" },
        signature: { type: "apiKey", in: "query", name: "signature" },
      },
    },
  };
}

const nameOf = ({ method, path }: Pick<ServedCall, "method" | "path">): string => `${method} ${path}`;

/** Operation id for generated clients: `postFapiV1Order`. */
function identifierOf({ method, path }: ServedCall): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function operation(
  call: ServedCall,
  [summary, takes, reply]: DescribedCall,
  collector: { readonly definitions: Json },
): Json {
  const { path, shows, permission, weight } = call;
  const parameters = namesIn(shows === "signature" ? `${takes} ${SIGNED}` : takes).map(
    ({ name, shape, required }) => {
      const { description, ...schema } = jsonSchemaOf(shape, "input", collector);
      return { name, in: "query", required, ...(description === undefined ? {} : { description }), schema };
    },
  );
  const answer = (schema: Json, description: string) => ({
    description,
    content: { "application/json": { schema } },
  });
  return {
    operationId: identifierOf(call),
    tags: TAGS.filter(([prefix]) => path.startsWith(prefix)).map(([, name]) => name),
    summary,
    ...(shows === "nothing" ? {} : { security: SHOWS[shows] }),
    parameters,
    responses: {
      "200": answer(jsonSchemaOf(reply, "output", collector), "Done."),
      default: answer(jsonSchemaOf(refusal, "output", collector), "Refused."),
    },
    "x-weight": weight,
    ...(permission === undefined ? {} : { "x-permission": permission }),
  };
}

const UNDESCRIBED = [UNSUPPORTED, ALIAS, ANY_NAMES];

/** Returns a call's described parameter names and their meanings there. */
export function namesIn(takes: string) {
  return takes
    .split(" ")
    .filter((word) => word !== "" && !UNDESCRIBED.some((mark) => word.startsWith(mark)))
    .map((word) => {
      const shapeName = word.replace("!", "");
      const shape = PARAMETERS[shapeName];
      if (shape === undefined) throw new Error(`parameter ${shapeName} has no description`);
      return { name: shapeName.split(":")[0] ?? "", shape, required: word.endsWith("!") };
    });
}
