// What access logs write of HTTP.

const METHODS = "GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PROPFIND";
export const HTTP_METHOD: RegExp = new RegExp(`^(?:${METHODS})$`);
const HAS_METHOD = new RegExp(`(?<![\\w-])(?:${METHODS})(?![\\w-])`);

/** An answer of HTTP. */
export const HTTP_STATUS: RegExp = /^(?:10[0-3]|20[0-8]|226|30[0-8]|4[0-5]\d|49\d|50\d|51[01])$/;

/** Whether an answer says that a request has failed. */
export function isFailure(status: string): boolean {
  return HTTP_STATUS.test(status) && Number(status) >= 400;
}

export function isSuccess(status: string): boolean {
  return HTTP_STATUS.test(status) && Number(status) < 400;
}

/** Squid writes `TCP_MISS/200`. */
const BEFORE_STATUS = /(?:^|[\s":=]|[A-Z]\/)$/;
const BEHIND_STATUS = /^(?:$|[\s",])/;

/** Whether a number may be the status of a request, by the line from `before` to `after` it. */
export function isStatusPlace(before: string, after: string): boolean {
  return BEFORE_STATUS.test(before) && BEHIND_STATUS.test(after) && (HAS_METHOD.test(before) || HAS_METHOD.test(after));
}
