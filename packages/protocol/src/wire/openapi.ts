import { z } from "zod";
import { ERRORS, errorNumber } from "../errors.ts";
import { parameterError, tooFastError, type WireCall } from "./call.ts";
import { CALLS } from "./calls.ts";

/** Builds the OpenAPI 3.1 document of the legacy wire from the schemas that check its requests. */
type Json = { [key: string]: unknown };

const LOGIN_TEXT = {
  public: "No login.",
  optional: "Works for visitors; a login adds to it.",
  required: "Needs a login.",
} as const;

const INTRODUCTION = [
  "Every POST is a form with one field `data`: base64 of encodeURIComponent of a JSON object. GET calls take plain",
  "query parameters. Every reply is `{code, msg, time, data}`: `code` 1 is the only success, `data` is base64 of a",
  "JSON object, `msg` is text in the caller's language. Paths match in any letter case. The session token travels in",
  "the header `token`, the language in `lang`. Programs branch on `error` in the rejection's data, never on the",
  "number alone. Programs made for Binance's APIs are answered in its own form at `/api/v3`, `/fapi` and `/sapi`, which are not",
  "listed here: /openapi-binance.json lists them, and docs/binance-api.md tells what works.",
].join(" ");

interface Collector {
  readonly definitions: Json;
}

export function openApiDocument(version: string): Json {
  const collector: Collector = { definitions: {} };
  const paths: Json = {};
  for (const [name, call] of Object.entries(CALLS)) {
    paths[fullPath(call)] = { [call.method.toLowerCase()]: operation(name, call, collector) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Candor",
      version,
      summary: "A crypto exchange people can check.",
      description: INTRODUCTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.values(CALLS).map((call) => call.group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...collector.definitions, Rejection: REJECTION },
      securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } },
    },
    "x-errors": ERRORS.map(({ number, name, family, message }) => ({ number, name, family, message })),
  };
}

/** The path as clients write it. */
export function fullPath(call: Pick<WireCall, "path">): string {
  return `/api${call.path}`;
}

const REJECTION: Json = {
  type: "object",
  description: "What `data` holds when `code` is not 1.",
  properties: {
    error: { type: "string", description: "Stable name of the error registry." },
    params: { type: "object", description: "Values of the message's placeholders." },
    fields: {
      type: "array",
      description: "With 100 and 111: which fields are wrong.",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          reason: { enum: ["unknown", "missing", "type", "format", "range", "conflict"] },
        },
        required: ["path", "reason"],
      },
    },
  },
  required: ["error"],
};

function operation(name: string, call: WireCall, collector: Collector): Json {
  const request = jsonSchemaOf(call.request, "input", collector);
  return {
    operationId: name,
    tags: [call.group],
    summary: call.summary,
    description: LOGIN_TEXT[call.login],
    ...(call.login === "public"
      ? {}
      : { security: call.login === "required" ? [{ token: [] }] : [{}, { token: [] }] }),
    ...(call.method === "GET"
      ? { parameters: queryParameters(request) }
      : { requestBody: formBody(request) }),
    responses: { "200": response(jsonSchemaOf(call.reply, "output", collector)) },
    "x-marks": {
      login: call.login,
      movesMoney: call.kind === "money",
      family: call.family,
      answersWhileClosed: call.answersWhileClosed,
      added: call.added,
    },
    "x-rejections": rejectionsOf(call).map((error) => ({ error, code: errorNumber(error) })),
  };
}

/** The call's own rejections in their order, before them those that any such call may meet. */
function rejectionsOf(call: WireCall) {
  return [
    tooFastError(call),
    ...(call.answersWhileClosed ? [] : (["site.closed"] as const)),
    ...(call.login === "required" ? (["user.notLoggedIn", "session.expired", "user.banned"] as const) : []),
    ...(call.rejects.length > 0 ? [] : [parameterError(call.family)]),
    ...call.rejects,
  ];
}

/** JSON Schema of a zod schema; named parts go to the components. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output", collector: Collector): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) {
    const { id: _id, ...rest } = definition as Json;
    collector.definitions[id] = moveReferences(rest);
  }
  return moveReferences(json) as Json;
}

function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string"
        ? item.replace("#/$defs/", "#/components/schemas/")
        : moveReferences(item),
    ]),
  );
}

function queryParameters(request: Json): Json[] {
  const required = (request.required ?? []) as readonly string[];
  return Object.entries((request.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function formBody(request: Json): Json {
  const data = {
    type: "string",
    contentEncoding: "base64",
    contentMediaType: "application/json",
    description: "base64 of encodeURIComponent of the JSON object",
    contentSchema: request,
  };
  const schema = { type: "object", properties: { data } };
  return { content: { "application/x-www-form-urlencoded": { schema } } };
}

function response(reply: Json): Json {
  const data = {
    type: "string",
    contentEncoding: "base64",
    contentMediaType: "application/json",
    contentSchema: { anyOf: [reply, { $ref: "#/components/schemas/Rejection" }] },
  };
  const schema = {
    type: "object",
    properties: {
      code: { type: "integer", description: "1: accepted" },
      msg: { type: "string" },
      time: { type: "integer", description: "Unix time in seconds" },
      data,
    },
    required: ["code", "msg", "time", "data"],
  };
  return { description: "The envelope.", content: { "application/json": { schema } } };
}
