// A service that normalizes logs: POST a log, and its normalized lines come back while it is still being sent.
//
//   node service.mjs [rules file] [port]
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";
import { Processor } from "log-line-normalizer";

const [rulesPath = "rules.yaml", port = "8080"] = process.argv.slice(2);

/** Reads the rules once, for all requests. With wrong rules, the service does not start. */
function loadRules() {
  try {
    return new Processor({ rulesPath });
  } catch (error) {
    // The message of wrong rules names each place and its remedy.
    console.error(error.message);
    process.exit(2);
  }
}

const processor = loadRules();

/** Connections without a request. Each connection has one, because its answer ends it. */
const idle = new Set();

// By default Node gives a request five minutes. A log that is followed while it is written takes longer.
const server = createServer({ requestTimeout: 0 }, async (request, response) => {
  idle.delete(request.socket);
  // A new connection costs little beside a log, and none is left open when the service is told to stop.
  response.setHeader("Connection", "close");
  if (request.method !== "POST") {
    response.writeHead(405, { Allow: "POST" }).end("POST a log\n");
    return;
  }
  response.setHeader("Content-Type", "text/plain");
  try {
    // Each stream waits for the next: a client that reads slowly is read from slowly. If one of them fails or is closed,
    // so are the others, and what they held is released.
    await pipeline(request, processor.createTransform(), response);
  } catch (error) {
    // The answer is broken off, which clients see. One that ended as usual would look like that of a shorter log.
    console.error(`a request failed: ${error.message}`);
  }
});

server.on("connection", (socket) => {
  idle.add(socket);
  socket.once("close", () => idle.delete(socket));
});

server.on("error", (error) => {
  console.error(error.message);
  process.exit(2);
});

server.listen(Number(port), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});

/** Takes no more connections. When the last answer is written, nothing is left to do, and the process ends with 0. */
function stop() {
  server.close();
  // A request may be on its way. Whoever sends none would keep the process alive.
  setTimeout(() => {
    for (const socket of idle) socket.destroy();
  }, 1000).unref();
}

process.once("SIGINT", stop);
process.once("SIGTERM", stop);
