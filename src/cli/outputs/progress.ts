/** The bar is drawn this often, so a shorter run shows nothing. */
const INTERVAL_MS = 200;

/** The rate shown is an average over about this time. */
const MEMORY_SECONDS = 5;

const MAX_CELLS = 30;
const CLEAR_LINE = "\r\x1b[K";
const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** What the bar needs of a terminal. */
export interface Screen {
  /** Its width; undefined if the terminal does not tell. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows how much of some logs is read, in one line of a terminal. */
export class Progress {
  private readonly screen: Screen;
  private readonly total: number | undefined;
  private readonly now: () => number;
  private readonly timer: NodeJS.Timeout;
  private read = 0;
  private readonly began: number;
  /** When the rate was last measured, what was read by then, and the rate in bytes a second. */
  private last: number;
  private readBefore = 0;
  private rate = 0;
  private isShown = false;

  /** `total` is all that there is to read, in bytes, if that is known. The clock `now` tells milliseconds. */
  constructor(screen: Screen, total: number | undefined, now: () => number = () => performance.now()) {
    this.screen = screen;
    this.total = total;
    this.now = now;
    this.began = now();
    this.last = this.began;
    this.timer = setInterval(() => this.draw(), INTERVAL_MS);
    // A bar alone does not keep the program alive.
    this.timer.unref();
  }

  /** Takes note of bytes that were read. */
  readonly add = (bytes: number): void => {
    this.read += bytes;
  };

  /** Draws the bar as things stand. */
  draw(): void {
    this.isShown = true;
    this.screen.write(CLEAR_LINE + this.line());
  }

  /** Takes the bar away; nothing of it stays. */
  end(): void {
    clearInterval(this.timer);
    if (this.isShown) this.screen.write(CLEAR_LINE);
  }

  private line(): string {
    const seconds = (this.now() - this.began) / 1000;
    const rate = this.measuredRate();
    const { read, total } = this;
    const texts =
      total === undefined
        ? [size(read), `${size(rate)}/s`, duration(seconds)]
        : [`${size(read)} of ${size(total)}`, `${size(rate)}/s`, ...left(total - read, rate)];
    const text = texts.join("  ");
    // The last column stays free: some terminals go to the next line with it.
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
    const seconds = (now - this.last) / 1000;
    if (seconds <= 0) return this.rate;
    const recent = (this.read - this.readBefore) / seconds;
    const isFirst = this.last === this.began;
    const weight = isFirst ? 1 : 1 - Math.exp(-seconds / MEMORY_SECONDS);
    this.rate += weight * (recent - this.rate);
    this.last = now;
    this.readBefore = this.read;
    return this.rate;
  }
}

function left(bytes: number, rate: number): string[] {
  return rate > 0 && bytes >= 0 ? [`${duration(Math.ceil(bytes / rate))} left`] : [];
}

/** In units of thousands, with two or three digits. */
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
