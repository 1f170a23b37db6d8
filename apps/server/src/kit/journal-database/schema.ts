/** Schema of the journal's tables. */
export const SCHEMA = "candor_journal";

/** The exchange's journal; its frames are followed by number. */
export const EXCHANGE_JOURNAL_PATH = "exchange/journal";

/** Decisions about commands that cannot be executed. */
export const SKIPS_JOURNAL_PATH = "exchange/skips";

/** First part of a writer's application_name. Its term follows, so that a new leader ends the sessions of earlier ones. */
const WRITER_NAME = "candor-writer:";

export const writerName = (term: number, node: string): string => `${WRITER_NAME}${term} ${node}`;

/** A condition on pg_stat_activity: sessions of writers of terms up to $1. */
export const EARLIER_WRITERS = `
datname = current_database() and pid <> pg_backend_pid() and application_name like '${WRITER_NAME}%'
and substring(application_name from '^${WRITER_NAME}([0-9]{1,18}) ')::bigint <= $1::bigint`;

/** application_name of sessions that read, of those that report nodes, and first part of those that want to lead. */
export const READER_NAME = "candor-reader";
export const NODE_NAME = "candor-node";
export const CANDIDATE_NAME = "candor-candidate";

/** A condition on pg_stat_activity: sessions of nodes of the exchange. */
export const NODE_SESSIONS = `
datname = current_database() and pid <> pg_backend_pid() and (application_name in ('${READER_NAME}', '${NODE_NAME}')
or application_name like '${CANDIDATE_NAME} %' or application_name like '${WRITER_NAME}%')`;

/** Version of the tables. A leader only adds columns and tables, and raises it; it refuses a newer one. */
export const SCHEMA_VERSION = 1;

/**
 * Begins every statement that writes for the leader of term $1, and must be joined by it: its row exists only in this term,
 * and a new leader waits until the statement is committed on a standby too. Without this lock, a statement that began before
 * another leader could commit after it.
 */
export const LEAD = `lead as (select 1 from ${SCHEMA}.leader where term = $1::bigint for share)`;

/**
 * Frames are stored as they are sealed, byte for byte, without compression: they are read as often as written.
 * `change.value` counts changes of files and generations, so that followers find them with one comparison.
 * A dropped generation keeps its row without frames, so that nodes that were away delete their copy. `leader.instance` is
 * random for each take-over, `leader.incarnation` for each restore.
 */
export const CREATE_SCHEMA = `
create schema ${SCHEMA};
create table ${SCHEMA}.frame (
  journal text not null,
  number bigint not null,
  term bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  time_ms bigint not null,
  previous bytea not null,
  hash bytea not null,
  sealed bytea not null,
  relayed jsonb,
  primary key (journal, number)
);
create index frame_last_seq on ${SCHEMA}.frame (journal, last_seq);
alter table ${SCHEMA}.frame alter column sealed set storage external;
create table ${SCHEMA}.generation (
  journal text primary key,
  store text,
  name text not null,
  segment_bytes bigint,
  is_draft boolean not null,
  dropped boolean not null default false,
  origin text
);
create table ${SCHEMA}.file (
  path text primary key,
  bytes bigint not null,
  sha256 text not null,
  content bytea,
  term bigint not null,
  changed_at timestamptz not null default now(),
  gone boolean not null,
  version bigint not null,
  replaced boolean not null
);
create index file_version on ${SCHEMA}.file (version);
alter table ${SCHEMA}.file alter column content set storage external;
create table ${SCHEMA}.change (one boolean primary key default true check (one), value bigint not null);
create table ${SCHEMA}.leader (
  one boolean primary key default true check (one),
  exchange uuid not null,
  incarnation uuid not null,
  term bigint not null,
  instance uuid not null,
  address text not null,
  name text not null,
  role text not null,
  since timestamptz not null
);
create table ${SCHEMA}.take_over (
  term bigint primary key,
  address text not null,
  name text not null,
  reason text not null,
  at timestamptz not null default now(),
  exchange_seq bigint not null
);
create table ${SCHEMA}.planned_switch (
  term bigint primary key,
  requested_by text not null,
  at timestamptz not null default now()
);
create table ${SCHEMA}.node (
  name text primary key,
  role text not null,
  address text,
  pid int,
  term bigint,
  seq bigint,
  seen timestamptz not null,
  details jsonb
);
create table ${SCHEMA}.schema_version (one boolean primary key default true check (one), version int not null);
insert into ${SCHEMA}.schema_version (version) values (${SCHEMA_VERSION});
insert into ${SCHEMA}.change (value) values (0);
insert into ${SCHEMA}.leader (exchange, incarnation, term, instance, address, name, role, since)
values (gen_random_uuid(), gen_random_uuid(), 0, gen_random_uuid(), '', '', '', now());
`;
