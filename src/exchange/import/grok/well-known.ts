// The patterns that come with Logstash and Elastic, by their usual names, and the field types that replace them.

import { FNV_OFFSET, FNV_PRIME } from "../../../text/collections/value-key.ts";
import type { KnownType, WellKnown } from "../expressions/definitions.ts";
import { DATE, DECIMAL } from "../expressions/field-for.ts";

const ADDRESS: KnownType = { typeName: "ip" };
const QUOTED: KnownType = {
  ...{ typeName: "quoted", quotes: ["'", "`"] },
  ...{ differs: "in ' or ` without these", relation: "unlike" },
};

/** Types, and the names of the patterns that they replace. */
const TYPES: readonly (readonly [KnownType, names: string])[] = [
  [DECIMAL, "INT BASE10NUM NUMBER"],
  [ADDRESS, "IP IPV4 IPV6"],
  [{ typeName: "mac" }, "MAC"],
  [{ typeName: "mac", differs: "any MAC address", relation: "not only" }, "CISCOMAC WINDOWSMAC COMMONMAC"],
  [{ typeName: "uuid" }, "UUID"],
  [QUOTED, "QUOTEDSTRING QS"],
  [DATE, "TIMESTAMP_ISO8601 SYSLOGTIMESTAMP SYSLOGTIMESTAMP8601 HTTPDATE HTTPDERROR_DATE"],
  [DATE, "CATALINA_DATESTAMP TOMCAT_DATESTAMP TOMCATLEGACY_DATESTAMP"],
  [DATE, "DATESTAMP DATESTAMP_RFC822 DATESTAMP_RFC2822 DATESTAMP_OTHER"],
];

/**
 * What the patterns match. Assertions around them are left out: they choose where a match begins and ends, which field
 * types do by taking the longest text. Where a type replaces a pattern, only its characters matter.
 */
const DEFINITIONS = String.raw`
USERNAME [a-zA-Z0-9._-]+
USER %{USERNAME}
EMAILLOCALPART [a-zA-Z0-9!#$%&'*+\-/=?^_{|}~.]+
EMAILADDRESS %{EMAILLOCALPART}@%{HOSTNAME}
HTTPDUSER (?:%{EMAILADDRESS}|%{USER})
INT [+-]?[0-9]+
BASE10NUM [+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)
NUMBER %{BASE10NUM}
BASE16NUM [+-]?(?:0x)?[0-9A-Fa-f]+
BASE16FLOAT [+-]?(?:0x)?(?:[0-9A-Fa-f]+(?:\.[0-9A-Fa-f]*)?|\.[0-9A-Fa-f]+)
POSINT \b[1-9][0-9]*\b
NONNEGINT \b[0-9]+\b
WORD \b\w+\b
NOTSPACE \S+
SPACE \s*
DATA .*?
GREEDYDATA .*
QUOTEDSTRING (?:"(?:\\.|[^\\"]+)*"|'(?:\\.|[^\\']+)*')
QS %{QUOTEDSTRING}
UUID [A-Fa-f0-9]{8}-(?:[A-Fa-f0-9]{4}-){3}[A-Fa-f0-9]{12}
URN urn:[0-9A-Za-z][0-9A-Za-z-]{0,31}:(?:%[0-9a-fA-F]{2}|[0-9A-Za-z()+,.:=@;$_!*'/?#-])+

MAC (?:%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC})
CISCOMAC (?:[A-Fa-f0-9]{4}\.){2}[A-Fa-f0-9]{4}
WINDOWSMAC (?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2}
COMMONMAC (?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}
IPV6 [0-9A-Fa-f:.]+
IPV4 [0-9]{1,3}(?:\.[0-9]{1,3}){3}
IP (?:%{IPV6}|%{IPV4})
HOSTNAME \b[0-9A-Za-z][0-9A-Za-z-]{0,62}(?:\.[0-9A-Za-z][0-9A-Za-z-]{0,62})*\.?
HOST %{HOSTNAME}
IPORHOST (?:%{IP}|%{HOSTNAME})
HOSTPORT %{IPORHOST}:%{POSINT}

PATH (?:%{UNIXPATH}|%{WINPATH})
UNIXPATH (?:/[\w_%!$@:.,+~-]*)+
TTY /dev/(?:pts|tty[pq]?)(?:\w+)?/?[0-9]+
WINPATH (?:[A-Za-z]+:|\\)(?:\\[^\\?*]*)+
URIPROTO [A-Za-z][A-Za-z0-9+.-]+
URIHOST %{IPORHOST}(?::%{POSINT})?
URIPATH (?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*)+
URIQUERY [A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\-\[\]<>]*
URIPARAM \?%{URIQUERY}
URIPATHPARAM %{URIPATH}(?:\?%{URIQUERY})?
URI %{URIPROTO}://(?:%{USER}(?::[^@]*)?@)?(?:%{URIHOST})?(?:%{URIPATH}(?:\?%{URIQUERY})?)?

MONTH \b(?:[Jj]an(?:uary|uar)?|[Ff]eb(?:ruary|ruar)?|[Mm](?:a|ä)?r(?:ch|z)?|[Aa]pr(?:il)?|[Mm]a(?:y|i)?|[Jj]un(?:e|i)?|[Jj]ul(?:y|i)?|[Aa]ug(?:ust)?|[Ss]ep(?:tember)?|[Oo](?:c|k)?t(?:ober)?|[Nn]ov(?:ember)?|[Dd]e(?:c|z)(?:ember)?)\b
MONTHNUM (?:0?[1-9]|1[0-2])
MONTHNUM2 (?:0[1-9]|1[0-2])
MONTHDAY (?:0[1-9]|[12][0-9]|3[01]|[1-9])
DAY (?:Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)
YEAR [0-9]{2,4}
HOUR (?:2[0123]|[01]?[0-9])
MINUTE [0-5][0-9]
SECOND (?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?
TIME %{HOUR}:%{MINUTE}:%{SECOND}
DATE_US %{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}
DATE_EU %{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}
DATE (?:%{DATE_US}|%{DATE_EU})
ISO8601_TIMEZONE (?:Z|[+-]%{HOUR}:?%{MINUTE})
ISO8601_SECOND %{SECOND}
ISO8601_HOUR (?:2[0123]|[01][0-9])
TIMESTAMP_ISO8601 %{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?%{ISO8601_TIMEZONE}?
DATESTAMP %{DATE}[- ]%{TIME}
TZ (?:[APMCE][SD]T|UTC)
DATESTAMP_RFC822 %{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}
DATESTAMP_RFC2822 %{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE}
DATESTAMP_OTHER %{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}
DATESTAMP_EVENTLOG %{YEAR}%{MONTHNUM2}%{MONTHDAY}%{HOUR}%{MINUTE}%{SECOND}
HTTPDERROR_DATE %{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{YEAR}
HTTPDATE %{MONTHDAY}/%{MONTH}/%{YEAR}:%{TIME} %{INT}
CATALINA_DATESTAMP %{MONTH} %{MONTHDAY}, %{YEAR} %{HOUR}:%{MINUTE}:%{SECOND} (?:AM|PM)
TOMCATLEGACY_DATESTAMP %{YEAR}-%{MONTHNUM}-%{MONTHDAY} %{HOUR}:%{MINUTE}:%{SECOND}(?: %{ISO8601_TIMEZONE})?
TOMCAT_DATESTAMP (?:%{CATALINA_DATESTAMP}|%{TOMCATLEGACY_DATESTAMP})

SYSLOGTIMESTAMP %{MONTH} +%{MONTHDAY} %{TIME}
SYSLOGTIMESTAMP8601 %{TIMESTAMP_ISO8601}
PROG [\x21-\x5a\x5c\x5e-\x7e]+
SYSLOGPROG %{PROG:program}(?:\[%{POSINT:pid}\])?
SYSLOGHOST %{IPORHOST}
SYSLOGFACILITY <%{NONNEGINT:facility}.%{NONNEGINT:priority}>
SYSLOGBASE %{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource} %{SYSLOGPROG}:
SYSLOGLINE %{SYSLOGBASE2} %{GREEDYDATA:message}
SYSLOGBASE2 (?:%{SYSLOGTIMESTAMP:timestamp}|%{TIMESTAMP_ISO8601:timestamp8601}) (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource}+(?: %{SYSLOGPROG}:|)
SYSLOGPAMSESSION %{SYSLOGBASE} (?=%{GREEDYDATA:message})%{WORD:pam_module}\(%{DATA:pam_caller}\): session %{WORD:pam_session_state} for user %{USERNAME:username}(?: by %{GREEDYDATA:pam_by})?

COMMONAPACHELOG %{IPORHOST:clientip} %{HTTPDUSER:ident} %{HTTPDUSER:auth} \[%{HTTPDATE:timestamp}\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" (?:-|%{NUMBER:response}) (?:-|%{NUMBER:bytes})
COMBINEDAPACHELOG %{COMMONAPACHELOG} %{QS:referrer} %{QS:agent}
HTTPD_COMMONLOG %{COMMONAPACHELOG}
HTTPD_COMBINEDLOG %{COMBINEDAPACHELOG}
HTTPD20_ERRORLOG \[%{HTTPDERROR_DATE:timestamp}\] \[%{LOGLEVEL:loglevel}\] (?:\[client %{IPORHOST:clientip}\] )?%{GREEDYDATA:message}

LOGLEVEL (?:[Aa]lert|ALERT|[Tt]race|TRACE|[Dd]ebug|DEBUG|[Nn]otice|NOTICE|[Ii]nfo(?:rmation)?|INFO(?:RMATION)?|[Ww]arn(?:ing)?|WARN(?:ING)?|[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]rit(?:ical)?|CRIT(?:ICAL)?|[Ff]atal|FATAL|[Ss]evere|SEVERE|[Ee]merg(?:ency)?|EMERG(?:ENCY)?)

JAVACLASS (?:[a-zA-Z$_][a-zA-Z$_0-9]*\.)*[a-zA-Z$_][a-zA-Z$_0-9]*
JAVAFILE [a-zA-Z$_0-9. -]+
JAVAMETHOD (?:<(?:cl)?init>|[a-zA-Z$_][a-zA-Z$_0-9]*)
JAVATHREAD (?:[A-Z]{2}-Processor[0-9]+)
JAVALOGMESSAGE .*
RUUID [0-9a-fA-F]{32}
`;

export const WELL_KNOWN: WellKnown = {
  types: new Map(TYPES.flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const))),
  expressions: new Map(
    Array.from(DEFINITIONS.matchAll(/^(\S+) (.*)$/gm), ([, name, expression]) => [name!, expression!] as const),
  ),
};

/** The hashes of `NAME definition` in the official files of Logstash, of both sets. None of them has fields. */
const OFFICIAL = new Set(
  `
e249b248 45aaa68d 1b69a202 44656eca ae261748 15023356 6587e57d 0788ba11 da918859 3611b4c5 caea6909 1fe8fd32 afedef57
af610b16 f11258fc 1e122a7c 4ed848af 9ffb3ab0 f43cbc5e 431bb7d9 587c5987 435b4ebb 43afd021 022e17e0 117a7ee3 38160a96
644d5258 4101a93e 36a15605 fcc14ca5 247db17a e3f889dd ae564646 305a02c9 7bb9fbec 58a373d4 a4b5bb07 c8894e4c d2c9ab40
aad171e8 374e81c2 760b47dc b8353797 c25c27ad 9f1d4c1e 506a880a dfc57819 356f0a41 207e01dd 5e74c927 ea3ec950 8a71391d
7fc821fe a87389be 88a91eea ee0c7061 8a2c7fcb 4404a198 3b17be63 e4235a4c 5e7b2b78 7edfc5aa 777b169c dcd832ad 664c04a2
fbcbb527 a4f6ee3f 12b47e83 c14d2e05 acc50a85 31b5b743 99a76499 0df1aa55 30975de5 5db605ed 0e68aa97 f0ce499c f33c69e7
ff85a067 1ace715b 514b4b58 ed1434ce 7cc7122d 2a033067 641d884c cd0882e9 dba5884f 97750da5 ce46db2b
`.split(/\s+/),
);

/** Whether an official file defines a name so. Then what is well known here says the same, as rules can say it. */
export function isOfficial({ name, text }: { readonly name: string; readonly text: string }): boolean {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(`${name} ${text}`)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return OFFICIAL.has((hash >>> 0).toString(16).padStart(8, "0"));
}
