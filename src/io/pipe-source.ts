import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";

/** Pipes hold 64 KiB, unless a program asked for more. */
const BUFFER_BYTES = 512 * 1024;

/**
 * Reads an open pipe or socket, and closes it in the end. All chunks are read into one buffer, so each is valid until
 * the next one is asked for: a stream allocates a buffer for each, which takes twice the user time. Ends at once,
 * without an error, when the signal is aborted, even while nothing is written. Throws the system's error.
 */
export async function* pipeSource(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let count = 0;
  let isOver = false;
  let failure: Error | undefined;
  let proceed = (): void => {};
  const stop = (): void => {
    isOver = true;
    proceed();
  };
  const callback = (bytesRead: number): boolean => {
    count = bytesRead;
    proceed();
    // Nothing more is read before the next chunk is asked for.
    return false;
  };
  // The types of Node.js 20 have `onread` in the wrong place, as its documentation had.
  const options: SocketConstructorOpts & ConnectOpts = { fd, readable: true, onread: { buffer, callback } };
  const socket = new Socket(options).on("end", stop);
  socket.on("error", (error) => {
    failure = error;
    stop();
  });
  signal.addEventListener("abort", stop);
  try {
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        proceed = resolve;
        if (isOver) resolve();
        else socket.resume();
      });
      if (failure !== undefined) throw failure;
      if (isOver) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}
