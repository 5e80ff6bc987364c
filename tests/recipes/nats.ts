import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { project } from "../package/projects.ts";
import { ended } from "../support/command.ts";
import { ROOT } from "../support/packed.ts";
import type { Place } from "./place.ts";
import type { Program, ProgramDefinition } from "./programs.ts";
import type { Recipe } from "./trial.ts";

export const NATS: ProgramDefinition = {
  name: "nats-server",
  folders: ["/usr/sbin"],
  packages: ["nats-server"],
  versionOption: "--version",
};

const PUBLISH_TRIES = 20;

/** A project with the clients of NATS and this package. */
export async function natsClients(folder: string): Promise<string> {
  const clients = await project(folder, "@nats-io/transport-node@3", "@nats-io/jetstream@3");
  symlinkSync(ROOT, join(clients, "node_modules/log-line-normalizer"));
  return clients;
}

export async function natsRecipe(server: Program, clients: string): Promise<Recipe> {
  const node: Program = { path: process.execPath, version: process.version, env: {} };
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  let logs = 0;
  return {
    name: "NATS JetStream",
    version: server.version,
    promises: {
      none: "exactly once",
      "child killed": "exactly once",
      "child stopped": "exactly once",
      restarted: "exactly once",
      killed: "exactly once",
    },
    prepare: (place) => {
      mkdirSync(place.path("/var/out"));
      symlinkSync(join(clients, "node_modules"), place.path("/node_modules"));
      for (const program of ["publish.mjs", "consume.mjs"]) place.install(program, `/${program}`);
    },
    start: (place) =>
      place.start(server, ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", place.path("/var/lib")]),
    startChild: (place) => {
      const args = [address, place.path("/etc/rules.yaml"), place.path("/var/out")];
      const child = place.start(node, [place.path("/consume.mjs"), ...args]);
      place.append("/run/normalizer.pids", `${child.pid}\n`);
    },
    feed: async (place, lines) => {
      const log = `/var/log/app-${logs++}.log`;
      place.append(log, lines);
      // The server may be starting, or end meanwhile. What is published again is taken once.
      for (let tries = 0; tries < PUBLISH_TRIES; tries++) {
        const publisher = place.start(node, [place.path("/publish.mjs"), address, place.path(log)]);
        if ((await ended(publisher)) === 0) return;
        await sleep(500);
      }
      throw new Error(`${log} cannot be published\n${place.read("/run/messages")}`);
    },
    output: (place) => outputsIn(place),
  };
}

/** The outputs of all messages, in their order, without what consumers that were killed left. */
function outputsIn(place: Place): string {
  const folder = place.path("/var/out");
  const names = readdirSync(folder).filter((name) => /^\d+\.log$/.test(name));
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
