/** Schema of the journal's tables. */
export const SCHEMA = "candor_journal";

/** The exchange's journal; its frames are followed by number. */
export const EXCHANGE_JOURNAL_PATH = "exchange/journal";

/** Decisions about commands that cannot be executed. */
export const SKIPS_JOURNAL_PATH = "exchange/skips";

/** First part of a writer's application_name, by which a new leader finds and ends the others. */
export const WRITER_NAME = "candor-writer";

/**
 * Frames are stored as they are sealed, byte for byte, without compression: they are read as often as written.
 * `change.value` counts changes of files and generations, so that followers find them with one comparison.
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
  term bigint not null,
  address text not null,
  name text not null,
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
insert into ${SCHEMA}.change (value) values (0);
insert into ${SCHEMA}.leader (exchange, term, address, name, since) values (gen_random_uuid(), 0, '', '', now());
`;
