// The calls of the service as a page, from the same description that programs read.

import { byId, element } from "./dom.js";

const METHODS = ["get", "post", "put", "delete"];

const lastPart = (reference) => reference.split("/").at(-1);

/** A schema in a few words; named ones are links. */
function typeNodes(schema = {}) {
  if (schema.$ref) {
    const name = lastPart(schema.$ref);
    return [element("a", { href: `#schema-${name}` }, name)];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices.map(typeNodes), " or ");
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" or ")];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.type === "array") return ["list of ", ...typeNodes(schema.items)];
  if (schema.type === "object" && schema.additionalProperties) {
    return ["object of ", ...typeNodes(schema.additionalProperties)];
  }
  return [[schema.type ?? "any"].flat().join(" or ")];
}

const joined = (lists, separator) =>
  lists.flatMap((list, index) => (index ? [separator, ...list] : list));

const row = (...cells) =>
  element("tr", {}, ...cells.map((cell) => element("td", {}, ...[cell].flat())));

const code = (text) => element("code", {}, text);

function parametersTable(parameters) {
  const rows = parameters.map(({ name, in: place, required, schema, description = "" }) => {
    const usual = schema?.default === undefined ? "" : ` Without it: ${JSON.stringify(schema.default)}.`;
    return row(code(name), `${place}${required ? ", required" : ""}`, [
      ...typeNodes(schema),
      element("br"),
      description + usual,
    ]);
  });
  return [element("h3", {}, "Parameters"), element("table", {}, ...rows)];
}

function contentRows(content = {}) {
  return Object.entries(content).map(([type, { schema }]) => [code(type), " ", ...typeNodes(schema), element("br")]);
}

function responsesTable(responses) {
  const rows = Object.entries(responses).map(([status, { description, content }]) =>
    row(code(status), description, contentRows(content).flat()),
  );
  return [element("h3", {}, "Answers"), element("table", {}, ...rows)];
}

/** The call as curl makes it. */
function example(method, path, operation) {
  const address = `${location.origin}${path}`.replaceAll("{paper_id}", "$id");
  const parts = ["curl"];
  if (method !== "get") parts.push("-X", method.toUpperCase());
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.includes("multipart/form-data")) parts.push("-F", path.startsWith("/api/") ? "input=@paper.pdf" : "file=@paper.pdf");
  else if (types.includes("application/json")) parts.push("--json", "@body.json");
  return element("pre", {}, code([...parts, `"${address}"`].join(" ")));
}

function operationNode(path, method, operation) {
  const id = `${method}${path.replace(/\W+/g, "-")}`;
  const body = operation.requestBody?.content;
  return element(
    "details",
    { id },
    element(
      "summary",
      {},
      element("span", { class: `method ${method}` }, method.toUpperCase()),
      code(path),
      element("span", {}, operation.summary ?? ""),
    ),
    element(
      "div",
      { class: "operation" },
      operation.description ? element("p", {}, operation.description) : null,
      example(method, path, operation),
      ...(operation.parameters?.length ? parametersTable(operation.parameters) : []),
      ...(body ? [element("h3", {}, "Body"), element("p", {}, ...contentRows(body).flat())] : []),
      ...responsesTable(operation.responses),
    ),
  );
}

function schemaNode(name, schema) {
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(([key, property]) =>
    row(code(key), required.includes(key) ? "required" : "", [
      ...typeNodes(property),
      property.description ? element("br") : "",
      property.description ?? "",
    ]),
  );
  return element(
    "details",
    { id: `schema-${name}` },
    element("summary", {}, code(name)),
    element(
      "div",
      { class: "operation" },
      schema.description ? element("p", {}, schema.description) : null,
      rows.length ? element("table", {}, ...rows) : element("p", {}, ...typeNodes(schema)),
    ),
  );
}

/** Open what the address names. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named?.tagName !== "DETAILS") return;
  named.open = true;
  named.scrollIntoView();
}

async function show() {
  const description = await (await fetch("openapi.json")).json();
  byId("about").prepend(`${description.info.description} Version ${description.info.version}. `);
  const groups = new Map();
  for (const [path, calls] of Object.entries(description.paths)) {
    for (const method of METHODS.filter((name) => calls[name])) {
      const [tag = "others"] = calls[method].tags ?? [];
      const node = operationNode(path, method, calls[method]);
      groups.set(tag, [...(groups.get(tag) ?? []), node]);
    }
  }
  for (const [tag, nodes] of groups) {
    byId("operations").append(element("h2", {}, tag), ...nodes);
    for (const node of nodes) {
      const name = node.querySelector("summary code").textContent;
      const method = node.querySelector(".method").textContent;
      byId("calls").append(element("a", { href: `#${node.id}` }, `${method} ${name}`));
    }
  }
  const schemas = Object.entries(description.components.schemas);
  byId("schemas").append(...schemas.map(([name, schema]) => schemaNode(name, schema)));
  openNamed();
}

addEventListener("hashchange", openNamed);
show();
