import { isatty } from "node:tty";

/** How often the bar is drawn. A shorter run shows nothing. */
const INTERVAL_MS = 200;

const MAX_CELLS = 30;
const CLEAR_LINE = "\r\x1b[K";
const UNITS = ["B", "kB", "MB", "GB", "TB"];

interface Screen {
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how much of the logs has been read, in one line of a terminal. They may be read several times. */
export class ReadingBar {
  private readonly screen: Screen | undefined;
  private readonly now: () => number;
  private timer: NodeJS.Timeout | undefined;
  private total: number | undefined;
  private read = 0;
  private startTime = 0;
  private isShown = false;

  /** Shows nothing without a screen. The clock `now` returns milliseconds. */
  constructor(screen: Screen | undefined, now: () => number = () => performance.now()) {
    this.screen = screen;
    this.now = now;
  }

  /** A bar on standard error, if that is a terminal and the run is not quiet. */
  static on(stderr: Screen & { readonly fd: number }, isQuiet = false): ReadingBar {
    return new ReadingBar(isQuiet || !isatty(stderr.fd) ? undefined : stderr);
  }

  readonly begin = (size: number | undefined): void => {
    this.end();
    if (this.screen === undefined) return;
    this.total = size;
    this.read = 0;
    this.startTime = this.now();
    this.timer = setInterval(() => this.draw(), INTERVAL_MS);
    // The bar alone must not keep the program alive.
    this.timer.unref();
  };

  readonly add = (bytes: number): void => {
    this.read += bytes;
  };

  draw(): void {
    this.isShown = true;
    this.screen?.write(CLEAR_LINE + this.line());
  }

  readonly end = (): void => {
    clearInterval(this.timer);
    if (this.isShown) this.screen?.write(CLEAR_LINE);
    this.isShown = false;
  };

  private line(): string {
    const seconds = (this.now() - this.startTime) / 1000;
    const { read, total } = this;
    const rate = seconds > 0 ? read / seconds : 0;
    const speed = `${size(rate)}/s`;
    // Leaves the last column free, because some terminals wrap when it is filled.
    const columns = (this.screen?.columns ?? 80) - 1;
    if (total === undefined) return `${size(read)}  ${speed}  ${duration(seconds)}`.slice(0, columns);
    const left = rate > 0 && read <= total ? `  ${duration(Math.ceil((total - read) / rate))} left` : "";
    const text = `${size(read)} of ${size(total)}  ${speed}${left}`;
    const share = total === 0 ? 1 : Math.min(1, read / total);
    const percent = `${String(Math.floor(100 * share)).padStart(3)}%`;
    const cells = Math.min(MAX_CELLS, columns - percent.length - text.length - 3);
    if (cells < 4) return `${percent}  ${text}`.slice(0, columns);
    const filled = Math.floor(cells * share);
    return `${percent} ${"█".repeat(filled)}${"░".repeat(cells - filled)}  ${text}`;
  }
}

/** A size with two or three digits, in powers of a thousand: `9.5 kB`, `120 MB`. */
function size(bytes: number): string {
  let unit = 0;
  let number = bytes;
  for (; number >= 999.5 && unit < UNITS.length - 1; unit++) number /= 1000;
  return `${unit > 0 && number < 9.95 ? number.toFixed(1) : Math.round(number)} ${UNITS[unit]}`;
}

function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
