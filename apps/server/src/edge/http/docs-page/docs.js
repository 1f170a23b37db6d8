// Shows /openapi.json. Everything is made of text nodes, so nothing in the document can become markup.
const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

/** Text in which `words` between backticks are code. */
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

/** The type's words, those that name an object or a type of its own as links. */
function typeNodes(schema, components) {
  return typeText(schema)
    .split(/(\b[A-Z][A-Za-z]+\b)/)
    .map((part) => (part in components ? element("a", { href: `#type-${part}` }, part) : part));
}

/** A schema in few words: `Price`, `"buy" | "sell"`, `Order[]`. */
function typeText(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.allOf) return schema.allOf.map(typeText).join(" & ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map(typeText).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(", ")}]`;
  if (schema.type === "array") return `${typeText(schema.items ?? {})}[]`;
  if (schema.type === "object" && schema.properties) return "{ … }";
  return String(schema.type ?? "any").replaceAll(",", " | ");
}

function noteText(schema) {
  const notes = [];
  if (schema.description) notes.push(schema.description);
  if (schema.default !== undefined) notes.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum < 2 ** 53 - 1)
    notes.push(`${schema.minimum} to ${schema.maximum}`);
  if (schema.maxLength) notes.push(`at most ${schema.maxLength} characters`);
  return notes.join("; ");
}

function fieldRows(schema, components, prefix = "", depth = 0) {
  const target = schema.$ref ? components[schema.$ref.split("/").at(-1)] : schema;
  const required = new Set(target.required ?? []);
  return Object.entries(target.properties ?? {}).flatMap(([name, field]) => {
    const optional = required.has(name) ? "" : "?";
    const row = element(
      "tr",
      {},
      element("td", {}, element("code", {}, `${prefix}${name}${optional}`)),
      element("td", {}, element("code", {}, ...typeNodes(field, components))),
      element("td", { class: "muted" }, ...prose(noteText(field))),
    );
    const inner = field.type === "array" ? field.items : field;
    const nested = inner?.properties && !inner.$ref && depth < 2;
    const marker = field.type === "array" ? "[]." : ".";
    return nested ? [row, ...fieldRows(inner, components, `${prefix}${name}${marker}`, depth + 1)] : [row];
  });
}

function fieldTables(title, schema, components) {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  return variants.flatMap((variant) => {
    const rows = fieldRows(variant, components);
    const body =
      rows.length > 0 ? element("table", {}, ...rows) : element("p", { class: "muted" }, "nothing");
    return [element("h4", {}, title), element("div", { class: "scroll" }, body)];
  });
}

function callArticle(path, method, call, components) {
  const marks = call["x-marks"];
  const words = [
    { public: "no login", optional: "login optional", required: "login" }[marks.login],
    marks.movesMoney ? "unknown fields are refused" : undefined,
    marks.answersWhileClosed ? "answers while the site is closed" : undefined,
    marks.added ? "added by this product" : undefined,
  ].filter((word) => word !== undefined);
  const form =
    call.requestBody?.content["application/x-www-form-urlencoded"].schema.properties.data.contentSchema;
  const query = {
    properties: Object.fromEntries((call.parameters ?? []).map((field) => [field.name, field.schema])),
    required: (call.parameters ?? []).filter((field) => field.required).map((field) => field.name),
  };
  const reply =
    call.responses["200"].content["application/json"].schema.properties.data.contentSchema.anyOf[0];
  return element(
    "article",
    { id: call.operationId },
    element(
      "h3",
      {},
      element("span", { class: "method" }, method.toUpperCase()),
      " ",
      element("code", {}, path),
    ),
    element("div", {}, call.summary),
    element("div", { class: "marks muted" }, ...words.map((word) => element("span", {}, word))),
    ...fieldTables("In", form ?? query, components),
    ...fieldTables("Out", reply, components),
    element("h4", {}, "Rejections, in this order"),
    element(
      "div",
      { class: "rejections" },
      ...call["x-rejections"].map(({ code, error }) =>
        element("span", {}, element("b", {}, String(code)), ` ${error}`),
      ),
    ),
  );
}

/** A message of the socket; of an order also the data of its reply. */
function messageArticle(id, { type, summary, schema, reply }, components) {
  const { data } = schema.properties;
  const fields = type === "order.reply" ? fieldTables("Fields", schema, components) : [];
  return element(
    "article",
    { id },
    element("h3", {}, element("code", {}, type)),
    element("div", {}, ...prose(summary)),
    ...(fields.length > 0 ? fields : fieldTables("data", data, components)),
    ...(reply ? fieldTables("data of the accepted reply", reply, components) : []),
  );
}

function rowsTable(rows) {
  const cells = (row) => row.map((text) => element("td", {}, ...prose(text)));
  return element(
    "div",
    { class: "scroll" },
    element("table", {}, ...rows.map((row) => element("tr", {}, ...cells(row)))),
  );
}

function socketArticle(socket) {
  const { channels, closeCodes, limits, path, pingMs, reconnectMs } = socket;
  return element(
    "article",
    { id: "socket" },
    element("h3", {}, element("code", {}, path)),
    element(
      "p",
      {},
      ...prose(
        `Text frames with one message, or an array of messages: \`{"type", "data"}\` as plain JSON. Send \`ping\` every ${pingMs / 1000} s, and connect again ${reconnectMs / 1000} s after a close. Ignore types that you do not know.`,
      ),
    ),
    element("h4", {}, "Channels"),
    rowsTable(
      channels.map(({ name, paceMs, summary }) => [`\`${name}\``, `at most every ${paceMs} ms`, summary]),
    ),
    element("h4", {}, "Close codes"),
    rowsTable(closeCodes.map(({ code, text }) => [String(code), text])),
    element("h4", {}, "Limits"),
    rowsTable(limits.map(({ text, value }) => [String(value), text])),
  );
}

function socketSection(socket, components) {
  byId("contents").append(element("h2", {}, "Socket"), element("a", { href: "#socket" }, socket.path));
  byId("calls").append(element("h2", {}, "Socket"), socketArticle(socket));
  for (const [direction, title, messages] of [
    ["to-server", "Socket: messages of clients", socket.clientMessages],
    ["from-server", "Socket: messages of the server", socket.serverMessages],
  ]) {
    byId("contents").append(element("h2", {}, title));
    byId("calls").append(element("h2", {}, title));
    for (const message of messages) {
      const id = `${direction}-${message.type}`;
      byId("contents").append(element("a", { href: `#${id}` }, message.type));
      byId("calls").append(messageArticle(id, message, components));
    }
  }
}

function objectArticle(name, schema, components) {
  return element(
    "article",
    { id: `type-${name}` },
    element("h3", {}, name),
    ...fieldTables("Fields", schema, components),
  );
}

/** Types that are no objects: their form, or their words. */
function typesArticle(components) {
  const rows = Object.entries(components)
    .filter(([, schema]) => !schema.properties)
    .map(([name, schema]) =>
      element(
        "tr",
        { id: `type-${name}` },
        element("td", {}, element("code", {}, name)),
        element("td", {}, element("code", {}, schema.pattern ?? typeText(schema))),
        element("td", { class: "muted" }, ...prose(schema.description ?? "")),
      ),
    );
  return element(
    "article",
    {},
    element("h3", {}, "Types"),
    element("div", { class: "scroll" }, element("table", {}, ...rows)),
  );
}

function show(document_) {
  const components = document_.components.schemas;
  byId("version").textContent = document_.info.version;
  byId("introduction").append(...prose(document_.info.description));
  for (const { name } of document_.tags) {
    byId("contents").append(element("h2", {}, name));
    byId("calls").append(element("h2", {}, name));
    for (const [path, methods] of Object.entries(document_.paths)) {
      for (const [method, call] of Object.entries(methods)) {
        if (call.tags[0] !== name) continue;
        byId("contents").append(element("a", { href: `#${call.operationId}` }, path.replace("/api", "")));
        byId("calls").append(callArticle(path, method, call, components));
      }
    }
  }
  socketSection(document_["x-socket"], components);
  byId("contents").append(element("h2", {}, "Objects"));
  byId("calls").append(element("h2", {}, "Objects"));
  for (const [name, schema] of Object.entries(components)) {
    if (schema.type !== "object" || !schema.properties) continue;
    byId("contents").append(element("a", { href: `#type-${name}` }, name));
    byId("calls").append(objectArticle(name, schema, components));
  }
  byId("calls").append(typesArticle(components));
  byId("contents").append(element("h2", {}, "Errors"), element("a", { href: "#errors" }, "All errors"));
  byId("error-table").append(
    ...document_["x-errors"].map(({ number, name, family, message }) =>
      element(
        "tr",
        {},
        element("td", { class: "number" }, number === 0 ? "–" : String(number)),
        element("td", {}, element("code", {}, name)),
        element("td", { class: "muted" }, family),
        element("td", {}, message),
      ),
    ),
  );
}

function filter(text) {
  const wanted = text.trim().toLowerCase();
  for (const article of document.querySelectorAll("article"))
    article.hidden = !article.textContent.toLowerCase().includes(wanted);
}

byId("search").addEventListener("input", (event) => filter(event.target.value));
const response = await fetch("/openapi.json");
show(await response.json());
if (location.hash) byId(location.hash.slice(1))?.scrollIntoView();
