/** Why a path or a URL cannot be that of a file: a phrase for what is expected. Undefined if it can. */
export function pathRefusal(file: string | URL): string | undefined {
  if (typeof file === "string") return file.includes("\0") ? "a path without NUL characters" : undefined;
  const { protocol, hostname, pathname } = file;
  const isFile = protocol === "file:" && hostname === "" && !/%(?:00|2f)/i.test(pathname);
  return isFile ? undefined : "a path or the URL of a file of this system";
}
