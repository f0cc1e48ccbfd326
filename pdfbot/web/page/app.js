// The page: which view is shown, and how its parts work together.

import { formatAddress, parseAddress } from "./address.js";
import { announce, byId, toast } from "./dom.js";
import { connectHome, showHome } from "./home.js";
import { connectKeyboard } from "./keyboard.js";
import { connectMenu } from "./menus.js";
import { describeStatus, showProblem, showProgress } from "./messages.js";
import { Reader } from "./reader.js";
import {
  UNREACHABLE,
  isAlive,
  openSample,
  pause,
  remove,
  upload,
  waitUntilDone,
} from "./server.js";
import { change, connectSettings, forgetPaper, isDark } from "./settings.js";
import { connectSplitter } from "./splitter.js";
import { readingShortcuts } from "./shortcuts.js";

const ALIVE_MILLISECONDS = 3000;
const SECOND = 1000;
const MIN_RETRY_SECONDS = 3;

const reader = new Reader({
  onAddress: writeAddress,
  onKey: (event) => handleKey(event),
  onDrag: () => {
    byId("drop").hidden = false;
  },
});
// The operation in progress: cancelled when the reader navigates away.
let running = new AbortController();

/** Start a new operation and cancel the one in progress. */
function begin() {
  running.abort(new DOMException("called off", "AbortError"));
  running = new AbortController();
  return running.signal;
}

function setView(name) {
  document.documentElement.dataset.view = name;
  byId("home").hidden = name !== "home";
  byId("message").hidden = name !== "message";
  byId("sides").hidden = name !== "reading";
}

/** Put the place into the address bar, as a new history entry or replacing the last one. */
function writeAddress(place, isNew) {
  const hash = formatAddress(place);
  if (hash === location.hash) return;
  history[isNew ? "pushState" : "replaceState"](null, "", hash);
}

/** Show what the address asks for. */
async function followAddress() {
  const place = parseAddress(location.hash);
  if (!place.id) return goHome();
  if (reader.paper?.id === place.id && document.documentElement.dataset.view === "reading") {
    return attempt(() => reader.goTo(place), begin());
  }
  const signal = begin();
  return attempt(() => openPaper(place, signal), signal);
}

function goHome() {
  begin();
  reader.close();
  document.title = "pdfbot: read a paper in layers";
  setView("home");
  showHome({
    onSample: (name, title) => submit(title, () => openSample(name, running.signal)),
  });
}

/** Go to the start page; after a failed upload the address is already that of the start page. */
function leave() {
  if (parseAddress(location.hash).id) location.hash = "#/";
  else goHome();
}

async function openPaper(place, signal, given = "") {
  let name = given;
  const progress = working(name || "Opening the paper");
  await waitUntilDone(
    place.id,
    (status) => {
      name ||= status.name ?? "";
      progress.rename(name);
      progress.update(...describeStatus(status));
    },
    signal,
  );
  await reader.load(place, name, signal);
  setView("reading");
  reader.open();
  // The focused element is gone; a reader who followed a link had no focus yet.
  if (given) byId("text-pane").focus({ preventScroll: true });
}

/** Show progress in place of the paper. */
function working(name) {
  setView("message");
  return showProgress(name, leave);
}

function openFile(file) {
  return submit(file.name, (progress) =>
    upload(
      file,
      (share) =>
        progress.update(share < 1 ? `Sending, ${Math.round(100 * share)}%` : "Sent", share),
      running.signal,
    ),
  );
}

/** Send a paper and go to its address. */
async function submit(name, send) {
  const signal = begin();
  const again = () => submit(name, send);
  await attempt(
    async () => {
      const { id } = await sendPatiently(working(name), send, signal);
      signal.throwIfAborted();
      history.pushState(null, "", formatAddress({ ...parseAddress(""), id }));
      await openPaper(parseAddress(location.hash), signal, name);
    },
    signal,
    again,
  );
}

/** Send a paper, retrying while the queue is full. */
async function sendPatiently(progress, send, signal) {
  while (true) {
    try {
      return await send(progress);
    } catch (problem) {
      if (problem.status !== 503) throw problem;
      const seconds = Math.max(problem.retryAfter, MIN_RETRY_SECONDS);
      progress.update(
        `Many papers are being read right now; yours will be sent again in ${seconds} seconds`,
      );
      await pause(SECOND * seconds, signal);
    }
  }
}

/** Run an action; a failure is shown with advice. */
async function attempt(action, signal, again = followAddress) {
  try {
    await action();
  } catch (problem) {
    if (signal.aborted) return;
    if (problem.status === undefined) console.error(problem);
    await fail(problem, signal, again);
  }
}

async function fail(problem, signal, again) {
  reader.close();
  setView("message");
  const { id } = parseAddress(location.hash);
  if (problem.status === 404) forgetPaper(id);
  const home = ["Open another paper", leave];
  const repeat = ["Try again", again];
  const worthwhile =
    [UNREACHABLE, 500, 503, 504].includes(problem.status) || problem.status === undefined;
  const countdown = showProblem(problem, worthwhile ? [repeat, home] : [home]);
  try {
    if (problem.status === UNREACHABLE) await untilAlive(signal);
    else if (problem.status === 503) await countDown(problem.retryAfter, countdown, signal);
    else return;
  } catch {
    return;
  }
  again();
}

async function untilAlive(signal) {
  do await pause(ALIVE_MILLISECONDS, signal);
  while (!(await isAlive()));
  signal.throwIfAborted();
}

async function countDown(seconds, place, signal) {
  for (let left = seconds; left > 0; left -= 1) {
    place.textContent = `Next attempt in ${left} s`;
    await pause(SECOND, signal);
  }
}

/** Files may be dropped anywhere: an overlay catches them, even above frames. */
function connectDrop() {
  const veil = byId("drop");
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (hasFiles(event)) veil.hidden = false;
  });
  veil.addEventListener("dragleave", () => {
    veil.hidden = true;
  });
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    const [file, ...others] = event.dataTransfer.files;
    if (others.length) toast("One paper at a time: opening the first one");
    if (file) openFile(file);
  });
}

async function deletePaper() {
  const { id } = reader.paper;
  if (!confirm("Delete this paper from the server? Links to it will stop working.")) return;
  byId("downloads").hidePopover();
  await attempt(async () => {
    await remove(id);
    forgetPaper(id);
    leave();
    toast("Paper deleted");
  }, running.signal);
}

/** On a phone, tabs switch between the sides. */
function connectTabs() {
  const tabs = [byId("tab-page"), byId("tab-text")];
  const choose = (tab) => {
    byId("sides").dataset.side = tab.id === "tab-page" ? "page" : "text";
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
    }
    reader.turned();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      if (!/^Arrow(Left|Right)$/.test(event.key)) return;
      const other = tabs[1 - index];
      choose(other);
      other.focus();
    });
  }
  choose(byId("tab-text"));
}

const help = byId("help");
const openHelp = () => {
  help.showModal();
  return true;
};

function toggleTheme() {
  change({ theme: isDark() ? "light" : "dark" });
  reader.applyTheme();
  announce(isDark() ? "Dark theme" : "Light theme");
  return true;
}

const handleKey = connectKeyboard([
  ...readingShortcuts(reader),
  [
    ["o"],
    "Open another paper",
    () => {
      leave();
      return true;
    },
    "Everywhere",
  ],
  [["t"], "Dark or light theme", toggleTheme, "Everywhere"],
  [
    ["a"],
    "Appearance",
    () => {
      byId("view").togglePopover();
      return true;
    },
    "Everywhere",
  ],
  [["?"], "This list", openHelp, "Everywhere"],
]);

connectSettings(() => reader.applyTheme());
connectSplitter();
connectTabs();
connectDrop();
connectMenu("downloads", "download-button");
connectMenu("view", "view-button");
byId("help-button").addEventListener("click", openHelp);
byId("help-close").addEventListener("click", () => help.close());
help.addEventListener("click", (event) => event.target === help && help.close());
byId("delete-paper").addEventListener("click", deletePaper);
const openChosen = connectHome({ onFile: openFile });
addEventListener("hashchange", followAddress);
if (byId("file").files.length && !parseAddress(location.hash).id) openChosen();
else followAddress();
