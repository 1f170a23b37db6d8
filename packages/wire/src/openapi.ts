import { ERRORS, type ErrorName, errorNumber } from "@candor/domain/errors/errors";
import { parameterError, tooFastError, type WireCall } from "./call.ts";
import { CALLS } from "./calls.ts";
import { type Collector, type Json, jsonSchemaOf } from "./json-schema.ts";
import { socketDocument } from "./socket/document.ts";

const LOGIN_TEXT = {
  public: "No login.",
  optional: "Works for visitors; a login adds more.",
  required: "Needs a login.",
} as const;

const INTRODUCTION = [
  "Every POST is a form with one field `data`: base64 of encodeURIComponent of a JSON object. GET calls take plain",
  "query parameters. Every reply is `{code, msg, time, data}`: `code` 1 is the only success, `data` is base64 of a",
  "JSON object, `msg` is text in the caller's language. Paths match in any letter case. The session token travels in",
  "the header `token`, the language in `lang`. Programs should check `error` in the rejection's data, never only the",
  "number. Clients built for Binance's APIs can use `/api/v3`, `/fapi` and `/sapi` in Binance's format, which are not",
  "listed here: see /openapi-binance.json for the calls, and `docs/binance-api.md` in the source code for what is",
  "supported.",
].join(" ");

/** Builds the OpenAPI 3.1 document of the legacy wire from the schemas that validate its requests. */
export function openApiDocument(version: string): Json {
  const collector: Collector = { definitions: {}, repliesMayGrow: true };
  const paths: Json = {};
  for (const [name, call] of Object.entries(CALLS)) {
    paths[fullPath(call)] = { [call.method.toLowerCase()]: operation(name, call, collector) };
  }
  const socket = socketDocument(collector);
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
      responses: { Failure: FAILURE },
      securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } },
    },
    "x-socket": socket,
    "x-errors": ERRORS.map(({ number, name, family, message }) => ({ number, name, family, message })),
  };
}

/** Returns the path as clients write it. */
function fullPath(call: Pick<WireCall, "path">): string {
  return `/api${call.path}`;
}

const REJECTION: Json = {
  type: "object",
  description: "Content of `data` when `code` is not 1.",
  properties: {
    error: { type: "string", description: "Stable name from the error registry." },
    params: { type: "object", description: "Values of the message's placeholders." },
    fields: {
      type: "array",
      description: "For 100 and 111: the invalid fields.",
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
    responses: responsesOf(call, jsonSchemaOf(call.reply, "output", collector)),
    "x-marks": {
      login: call.login,
      movesMoney: call.kind === "money",
      family: call.family,
      answersWhileClosed: call.answersWhileClosed,
      added: call.added,
    },
    "x-weight": call.weight,
    "x-rejections": rejectionsOf(call, takesKey(call, request)).map((error) => ({
      error,
      code: errorNumber(error),
    })),
  };
}

/** Whether a repeated request is recognized by its key; in a cancellation, `clientOrderId` names the order instead. */
function takesKey(call: WireCall, request: Json): boolean {
  return call.rateClass === "order" || "requestId" in ((request.properties ?? {}) as Json);
}

/** Other format errors with their own codes, listed after the parameter error. */
const FORM_ERRORS: readonly ErrorName[] = [
  "wallet.amountError",
  "withdrawal.paymentPasswordEmpty",
  "withdrawal.addressEmpty",
];

/**
 * Returns the call's own rejections in order, after those common to all such calls; key errors follow format errors.
 */
function rejectionsOf(call: WireCall, keyed: boolean): ErrorName[] {
  const own = call.rejects.length > 0 ? call.rejects : [parameterError(call.family)];
  const ofForm = new Set<ErrorName>([parameterError(call.family), ...FORM_ERRORS]);
  const afterForm = own.findLastIndex((error) => ofForm.has(error)) + 1;
  return [
    tooFastError(call),
    ...(call.answersWhileClosed ? [] : (["site.closed"] as const)),
    ...(call.login === "required" ? (["user.notLoggedIn", "session.expired", "user.banned"] as const) : []),
    ...own.slice(0, afterForm),
    ...(keyed ? (["request.keyConflict"] as const) : []),
    ...own.slice(afterForm),
  ];
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

const OF_REJECTION: Json = { $ref: "#/components/schemas/Rejection" };
const OF_FAILURE: Json = { $ref: "#/components/responses/Failure" };
const FAILURE = envelope("The envelope, with the same number as `code`.", OF_REJECTION);

/** Groups replies by HTTP status: most rejections use 200, like acceptances. */
function responsesOf(call: WireCall, reply: Json): Json {
  const turnsAway = !call.answersWhileClosed || call.login === "required";
  return {
    "200": envelope("The envelope.", { anyOf: [reply, OF_REJECTION] }),
    ...(turnsAway ? { "402": OF_FAILURE } : {}),
    "413": OF_FAILURE,
    "500": OF_FAILURE,
    "503": OF_FAILURE,
  };
}

function envelope(description: string, contentSchema: Json): Json {
  const data = {
    type: "string",
    contentEncoding: "base64",
    contentMediaType: "application/json",
    contentSchema,
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
  return { description, content: { "application/json": { schema } } };
}
