import { isatty } from "node:tty";

/** How often the bar is drawn. A shorter run shows nothing. */
const INTERVAL_MS = 200;

/** The rate is a moving average over about this time. */
const AVERAGE_SECONDS = 5;

const MAX_CELLS = 30;
const CLEAR_LINE = "\r\x1b[K";
const UNITS = ["B", "kB", "MB", "GB", "TB"];

interface Screen {
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how much of the logs has been read, in one line of a terminal. */
export class Progress {
  private readonly screen: Screen;
  private readonly total: number | undefined;
  private readonly now: () => number;
  private readonly timer: NodeJS.Timeout;
  private read = 0;
  private readonly startTime: number;
  /** When the rate was last measured, the bytes read by then, and the rate in bytes per second. */
  private measureTime: number;
  private measuredBytes = 0;
  private rate = 0;
  private isShown = false;

  /** `total` is the size of all logs in bytes, if it is known. The clock `now` returns milliseconds. */
  constructor(screen: Screen, total: number | undefined, now: () => number = () => performance.now()) {
    this.screen = screen;
    this.total = total;
    this.now = now;
    this.startTime = now();
    this.measureTime = this.startTime;
    this.timer = setInterval(() => this.draw(), INTERVAL_MS);
    // The bar alone must not keep the program alive.
    this.timer.unref();
  }

  readonly add = (bytes: number): void => {
    this.read += bytes;
  };

  draw(): void {
    this.isShown = true;
    this.screen.write(CLEAR_LINE + this.line());
  }

  /** Stops drawing and erases the bar. */
  end(): void {
    clearInterval(this.timer);
    if (this.isShown) this.screen.write(CLEAR_LINE);
  }

  private line(): string {
    const seconds = (this.now() - this.startTime) / 1000;
    const rate = this.measuredRate();
    const { read, total } = this;
    const left =
      rate > 0 && total !== undefined && read <= total ? [`${duration(Math.ceil((total - read) / rate))} left`] : [];
    const texts =
      total === undefined
        ? [size(read), `${size(rate)}/s`, duration(seconds)]
        : [`${size(read)} of ${size(total)}`, `${size(rate)}/s`, ...left];
    const text = texts.join("  ");
    // Leaves the last column free, because some terminals wrap when it is filled.
    const columns = (this.screen.columns ?? 80) - 1;
    if (total === undefined) return text.slice(0, columns);
    const share = total === 0 ? 1 : Math.min(1, read / total);
    const percent = `${String(Math.floor(100 * share)).padStart(3)}%`;
    const cells = Math.min(MAX_CELLS, columns - percent.length - text.length - 3);
    if (cells < 4) return `${percent}  ${text}`.slice(0, columns);
    const filled = Math.floor(cells * share);
    return `${percent} ${"█".repeat(filled)}${"░".repeat(cells - filled)}  ${text}`;
  }

  private measuredRate(): number {
    const now = this.now();
    const seconds = (now - this.measureTime) / 1000;
    if (seconds <= 0) return this.rate;
    const recent = (this.read - this.measuredBytes) / seconds;
    const isFirst = this.measureTime === this.startTime;
    const weight = isFirst ? 1 : 1 - Math.exp(-seconds / AVERAGE_SECONDS);
    this.rate += weight * (recent - this.rate);
    this.measureTime = now;
    this.measuredBytes = this.read;
    return this.rate;
  }
}

/** A bar for a command that reads logs, perhaps several times: on a terminal, unless the run is quiet. */
export class ReadingBar {
  private readonly screen: Screen | undefined;
  private progress: Progress | undefined;

  constructor(stderr: Screen & { readonly fd: number }, isQuiet = false) {
    this.screen = isQuiet || !isatty(stderr.fd) ? undefined : stderr;
  }

  readonly begin = (size: number | undefined): void => {
    this.end();
    if (this.screen !== undefined) this.progress = new Progress(this.screen, size);
  };

  readonly add = (bytes: number): void => this.progress?.add(bytes);

  readonly end = (): void => {
    this.progress?.end();
    this.progress = undefined;
  };
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
