// Calls of the service. Every failure is a Problem with a title, a detail and a status.

// Status of a problem when the server cannot be reached at all.
export const UNREACHABLE = 0;
const DEFAULT_RETRY_SECONDS = 5;
const SECOND = 1000;
const POLL_MILLISECONDS = 1500;
// Failures in a row before the server counts as gone.
const MAX_FAILURES = 3;

/** An error reported by the server (RFC 9457) or noticed by the browser. */
export class Problem extends Error {
  constructor({ status = UNREACHABLE, title = "", detail = "", retryAfter = 0, ...others }) {
    super(detail || title);
    Object.assign(this, others, { status, title, detail, retryAfter });
  }
}

const gone = () => new Problem({ status: UNREACHABLE });

/** The URL of a paper, or of something that belongs to it. */
export function paperUrl(id, part = "", query = {}) {
  const search = new URLSearchParams(query).toString();
  return `papers/${encodeURIComponent(id)}${part ? `/${part}` : ""}${search ? `?${search}` : ""}`;
}

/** The sample papers that the server offers. */
export const samples = () => getJson("samples");

/** Sentences with their layers, sections, paragraphs and pages. */
export function sentences(id, { layers, spread, density }, signal) {
  return getJson(paperUrl(id, "sentences", { layers, spread, density: density / 100 }), signal);
}

/** Have a sample processed; the response has the id of the paper. */
export async function openSample(name, signal) {
  return (
    await call(`papers?sample=${encodeURIComponent(name)}`, { method: "POST", signal })
  ).json();
}

/** Send a file; `onProgress` gets the share sent so far, which only XMLHttpRequest reports. */
export function upload(file, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file, file.name);
    request.open("POST", "papers");
    request.upload.onprogress = (event) =>
      event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      const type = request.getResponseHeader("Content-Type") ?? "";
      const wait = request.getResponseHeader("Retry-After");
      if (request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(readProblem(request.status, type, request.responseText, wait));
    };
    request.onerror = () => reject(gone());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** Remove a paper from the server. */
export const remove = (id) => call(paperUrl(id), { method: "DELETE" });

/** Whether the server responds again. */
export const isAlive = () =>
  fetch("health").then(
    (answer) => answer.ok,
    () => false,
  );

/** Wait until a paper is done; `onStatus` gets every message until then. */
export async function waitUntilDone(id, onStatus, signal) {
  const first = await call(paperUrl(id, "", { format: "txt" }), { signal });
  if (first.status === 200) return;
  onStatus(await first.json());
  let failures = 0;
  while (true) {
    const end = await followEvents(id, onStatus, signal);
    if (end?.status === "done") return;
    if (end?.status === "failed") throw asProblem(end.problem);
    await pause(POLL_MILLISECONDS, signal);
    try {
      const answer = await call(paperUrl(id, "", { format: "txt" }), { signal });
      if (answer.status === 200) return;
      onStatus(await answer.json());
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error.status !== UNREACHABLE || failures === MAX_FAILURES) throw error;
    }
  }
}

/** Have a view of a paper drawn, however long the queue is; its frame then requests it again. */
export async function draw(url, signal) {
  while (true) {
    try {
      const answer = await call(url, { signal });
      await answer.body.cancel();
      return;
    } catch (problem) {
      if (problem.status !== 503) throw problem;
      await pause(SECOND * problem.retryAfter, signal);
    }
  }
}

/** The last event of a paper, or null if the connection broke before it. */
function followEvents(id, onStatus, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(paperUrl(id, "events"));
    const finish = (result) => {
      source.close();
      resolve(result);
    };
    source.addEventListener("status", (event) => {
      const message = JSON.parse(event.data);
      onStatus(message);
      if (message.status === "done" || message.status === "failed") finish(message);
    });
    source.onerror = () => finish(null);
    signal.addEventListener("abort", () => {
      source.close();
      reject(signal.reason);
    });
  });
}

/** Wait for some time, unless cancelled. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function getJson(url, signal) {
  return (await call(url, { signal, headers: { Accept: "application/json" } })).json();
}

async function call(url, options) {
  let answer;
  try {
    answer = await fetch(url, options);
  } catch (error) {
    throw options?.signal?.aborted ? error : gone();
  }
  if (answer.ok) return answer;
  const type = answer.headers.get("Content-Type") ?? "";
  throw readProblem(answer.status, type, await answer.text(), answer.headers.get("Retry-After"));
}

function readProblem(status, type, text, wait) {
  const retryAfter = Number(wait) || DEFAULT_RETRY_SECONDS;
  const known = type.includes("json") ? safeJson(text) : {};
  return asProblem({ ...known, status, retryAfter });
}

function asProblem(known) {
  const { status = 500, title = "Something went wrong", detail = "" } = known ?? {};
  return new Problem({ ...known, status, title, detail: typeof detail === "string" ? detail : "" });
}

function safeJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
