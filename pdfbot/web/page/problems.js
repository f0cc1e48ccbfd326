// Problems in the reader's words: by the service's code, else by the status.

import { UNREACHABLE } from "./server.js";

const BY_CODE = {
  "not-a-pdf": [
    "This is not a PDF",
    "Download the paper again: often a web page was saved under the paper’s name.",
  ],
  "damaged-pdf": [
    "This PDF is damaged",
    "The download was probably interrupted. Download the paper again and open the new file.",
  ],
  "password-needed": [
    "This PDF needs a password",
    "Open it in a PDF viewer with its password, save a copy without one, and open that copy here.",
  ],
  "copy-protected": [
    "The author forbade copying this text",
    "If you are entitled to extract it, run pdfbot on your own machine with --allow-copy-protected.",
  ],
  "no-text": [
    "This PDF contains no readable text",
    "If its pages are scanned, run text recognition first, for example with OCRmyPDF. Otherwise look for another copy, from the publisher or a preprint server.",
  ],
  "too-large": [
    "This file is too large",
    "Open the paper alone instead of the whole volume, or a copy with compressed images.",
  ],
  "too-many-pages": [
    "This document has too many pages",
    "Open the paper alone instead of the whole volume.",
  ],
  "too-much-memory": [
    "This PDF needs too much memory",
    "Print it to a new PDF and open that one, or open fewer pages.",
  ],
  "bad-request": ["This address leads nowhere", "Check the link, or open the PDF again."],
  timeout: [
    "Reading this PDF took too long",
    "Try again. If it happens every time, print the file to a new PDF and open that one.",
  ],
  "worker-died": [
    "This PDF crashed the reader",
    "Print the file to a new PDF and open that one. The server itself is fine.",
  ],
};

const BY_STATUS = {
  [UNREACHABLE]: [
    "The server does not respond",
    "Check that pdfbot serve is running and that you are connected. This page continues as soon as the server responds.",
  ],
  401: ["This server requires a token", "Reload the page to enter it."],
  404: [
    "This paper is not here any more",
    "Papers are kept for a while only. Open the PDF again to go on reading.",
  ],
  410: [
    "This paper is not here any more",
    "Papers are kept for a while only. Open the PDF again to go on reading.",
  ],
  413: BY_CODE["too-large"],
  415: BY_CODE["not-a-pdf"],
  503: [
    "Many papers are being read right now",
    "Yours will be sent again automatically.",
  ],
  504: BY_CODE.timeout,
};

const UNKNOWN = ["Something went wrong", "Try again, or open another paper."];

/** The title of a problem, and what the reader can do about it. */
export function describeProblem({ code, status, title }) {
  const [known, remedy] = BY_CODE[code] ?? BY_STATUS[status] ?? UNKNOWN;
  return { title: known === UNKNOWN[0] && title ? title : known, remedy };
}
