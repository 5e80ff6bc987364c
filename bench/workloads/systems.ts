/** How the lines of a system begin. `COMPONENT` stands for one of its components, which a rule names literally. */
export interface System {
  readonly name: string;
  readonly header: string;
  readonly components: readonly string[];
}

export const SYSTEMS: readonly System[] = [
  {
    name: "storage",
    header: "<timestamp:packed> <pid> INFO dfs.COMPONENT: ",
    components: ["DataNode$Receiver", "DataNode$Responder", "NameSystem", "BlockScanner", "Balancer"],
  },
  {
    name: "jobs",
    header: "<timestamp:log4j> INFO [<thread>] org.example.mapreduce.COMPONENT: ",
    components: ["AppMaster", "TaskAttempt", "ContainerLauncher", "ShuffleHandler", "Committer", "RMAllocator"],
  },
  {
    name: "cloud",
    header: "<name>.log <timestamp:iso-ms> <pid> INFO nova.COMPONENT [<request> <uuid> - - -] ",
    components: ["compute.manager", "compute.claims", "api.wsgi.server", "virt.imagecache", "scheduler.host"],
  },
  {
    name: "linux",
    header: "<timestamp:syslog> <host> COMPONENT[<pid>]: ",
    components: ["kernel", "ftpd", "su(pam_unix)", "named", "crond", "xinetd", "gdm", "logrotate"],
  },
  { name: "web", header: "[<timestamp:ctime>] [COMPONENT] ", components: ["notice", "error", "warn", "debug"] },
  {
    name: "phone",
    header: "<timestamp:short> <pid> <tid:pid> D COMPONENT: ",
    components: ["WindowManager", "PowerService", "ActivityTask", "AudioTrack", "Telephony", "LocationRequest"],
  },
  {
    name: "supercomputer",
    header: "- <timestamp:epoch> <date> <node> RAS COMPONENT INFO ",
    components: ["KERNEL", "APP", "DISCOVERY", "MMCS", "LINKCARD"],
  },
  {
    name: "desktop",
    header: "<timestamp:iso>, Info                  COMPONENT    ",
    components: ["CBS", "CSI", "DPX", "PKG"],
  },
  {
    name: "cluster",
    header: "<timestamp:slashes> INFO COMPONENT: ",
    components: ["executor.Executor", "storage.BlockManager", "storage.MemoryStore", "scheduler.TaskSet", "rdd.Pairs"],
  },
  {
    name: "ensemble",
    header: "<timestamp:iso-z> - INFO  [COMPONENT:<port>:<hex>] - ",
    components: ["QuorumPeer", "CnxManager", "Learner", "FastElection", "NIOServer", "Processor"],
  },
];
