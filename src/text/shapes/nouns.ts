// Words behind which a name stands.

/** What comes after one of these is a name. */
const NOUNS = new Set(
  (
    "account addr address app application bucket channel class client cluster cmd command container database " +
    "db destination dev device dir directory dn domain driver endpoint euser file filename folder gid group " +
    "host hostname id iface image index interface ip job key login logname method model module mount name " +
    "namespace node object owner package partition path peer pid plugin pod pool port process program queue " +
    "region resource rhost role route ruser script server service session shard site socket source src state " +
    "status stream subject table tag target task tenant thread topic tty type uid unit uri url user userid " +
    "username volume worker zone"
  ).split(" "),
);

/** Whether what comes after the word is a name. */
export function isNoun(word: string): boolean {
  const noun = word.toLowerCase();
  return NOUNS.has(noun) || NOUNS.has(noun.replace(/^.*[_.-]/, ""));
}
