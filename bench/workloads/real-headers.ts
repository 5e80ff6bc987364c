import { type FillableTemplate, lineTemplate, outputOf } from "./line-template.ts";
import { drawnFrom, type Workload } from "./workload.ts";

/** What a remote shell's server writes. */
const MESSAGES: readonly string[] = [
  "Accepted publickey for <user> from <ip> port <port> ssh2: RSA SHA256:<key:uuid>",
  "Accepted password for <user> from <ip> port <port> ssh2",
  "Failed password for <user> from <ip> port <port> ssh2",
  "Failed password for unknown account <user> from <ip> port <port> ssh2",
  "Failed keyboard-interactive for <user> from <ip> port <port> ssh2",
  "Unknown account <user> from <ip>",
  "Unknown account <user> from <ip> port <port>",
  "Connection from <ip> port <port> on <local:ip> port 22",
  "Connection closed by <ip> [before login]",
  "Connection closed by <ip> port <port>",
  "Connection reset by peer <ip> port <port> [before login]",
  "Got disconnect from <ip>: <code>: Goodbye [before login]",
  "Got disconnect from <ip>: <code>: Closed on the client's wish. [before login]",
  "Got disconnect from <ip>: <code>: disconnected by <user>",
  "error: Got disconnect from <ip>: <code>: no more methods to log in with. [before login]",
  "No identification string came from <ip>",
  "Disconnecting: too many failed logins for root [before login]",
  "fatal: Write failed: Broken pipe [before login]",
  "reverse lookup of <host> [<ip>] does not lead back - MAYBE A BREAK-IN!",
  "Address <ip> maps to <host>, but this does not map back to the address.",
  "pam(login:auth): check pass; account unknown",
  "pam(login:auth): login failure; name= uid=<uid> euid=<euid:uid> tty=ssh ruser= rhost=<ip>",
  "pam(login:auth): login failure; name= uid=<uid> euid=<euid:uid> tty=ssh ruser= rhost=<ip> user=<user>",
  "pam(login:session): session opened for <user> by (uid=<uid>)",
  "pam(login:session): session closed for <user>",
  "message repeated <count> times: [ Failed password for root from <ip> port <port>]",
  "Server listening on <ip> port <port>.",
];

/** Lines that look like the others but match no rule. */
const OTHER_MESSAGES: readonly string[] = [
  "Accepted hostbased login of <user> at <ip>",
  "Failed none for <user> at <ip> port <port> ssh2",
  "Connection timed out, peer <ip> port <port>",
  "Connection closed, peer <ip> port <port>",
  "Got signal <code>; terminating after <count> sessions.",
  "pam(login:session): cannot make directory for <user>",
  "error: bind to port <port> on <ip> failed: address in use.",
  "Received SIGHUP; restarting with <file>",
];

const headed = (name: string, message: string): FillableTemplate =>
  lineTemplate(name, `<timestamp:syslog> <host> sshd[<pid>]: ${message}`, `sshd: ${outputOf(message)}`);

export const headedRules = MESSAGES.map((message, i) => headed(`sshd_${i + 1}`, message));
const others = OTHER_MESSAGES.map((message, i) => headed(`other_${i + 1}`, message));

export const realHeaders: Workload = {
  name: "real-headers",
  rules: headedRules,
  line: drawnFrom(headedRules),
  lineEnd: "\n",
};
export const crlf: Workload = { ...realHeaders, name: "crlf", lineEnd: "\r\n" };

const TYPES: Readonly<Record<string, string>> = {
  timestamp: "timestamp",
  host: "word",
  pid: "number",
  ip: "ip",
  local: "ip",
  port: "number",
  uid: "number",
  euid: "number",
  code: "number",
  count: "number",
};

/** The same lines, with rules that use types wherever they can. */
export const typedHeaders: Workload = {
  ...realHeaders,
  name: "typed-headers",
  rules: headedRules.map((rule) => ({
    ...rule,
    elements: rule.elements.map((element) => {
      const parser = typeof element === "string" ? undefined : TYPES[element.field.replace(/\d+$/, "")];
      return typeof element === "string" || parser === undefined ? element : { ...element, parser };
    }),
  })),
};

/** Half of the lines match no rule. Each half draws evenly from the same number of templates. */
export const halfUnmatched: Workload = {
  ...realHeaders,
  name: "half-unmatched",
  line: drawnFrom([...headedRules, ...headedRules.map((_, i) => others[i % others.length]!)]),
};
