const UNITS = ["B", "KB", "MB", "GB"];

/** A number of bytes in the largest unit of which there is at least one. */
export function bytesFigure(bytes: number): string {
  const unit = Math.max(
    0,
    UNITS.findLastIndex((_, i) => bytes >= 1000 ** i),
  );
  return `${bytes / 1000 ** unit} ${UNITS[unit]}`;
}
