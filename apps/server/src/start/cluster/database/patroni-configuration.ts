import type { ClusterSecrets } from "../cluster-secrets.ts";
import { ADDRESS, USERS } from "./database-settings.ts";

/** One database server under Patroni, on this machine. */
export interface PatroniNode {
  readonly name: string;
  readonly databasePort: number;
  readonly restPort: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
  /** Directory of the data, the password file and etcd's data. */
  readonly home: string;
}

/**
 * Rules that all servers share, as Patroni keeps them in etcd. `deploy/patroni.yml` has the same ones: a commit needs one
 * of the two standbys (quorum), writes stop rather than continue without one (strict), and only a standby that has every
 * acknowledged commit is promoted.
 */
export const PATRONI_RULES = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  // A killed primary is replaced at once instead of being started again.
  primary_start_timeout: 0,
  failsafe_mode: true,
  synchronous_mode: "quorum",
  synchronous_mode_strict: true,
  synchronous_node_count: 1,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      wal_level: "replica",
      hot_standby: "on",
      max_connections: 100,
      max_wal_senders: 10,
      max_replication_slots: 10,
      wal_keep_size: "512MB",
      max_slot_wal_keep_size: "16GB",
      synchronous_commit: "on",
      password_encryption: "scram-sha-256",
      wal_sender_timeout: "5s",
      wal_receiver_timeout: "5s",
      wal_retrieve_retry_interval: "500ms",
      wal_receiver_status_interval: "1s",
      tcp_keepalives_idle: 2,
      tcp_keepalives_interval: 1,
      tcp_keepalives_count: 3,
    },
  },
} as const;

/** Returns the configuration of one Patroni. JSON of it is YAML. */
export function patroniConfiguration(
  node: PatroniNode,
  nodes: readonly PatroniNode[],
  { bin, secrets }: { readonly bin: string; readonly secrets: ClusterSecrets },
): object {
  const rest = `${ADDRESS}:${node.restPort}`;
  const database = `${ADDRESS}:${node.databasePort}`;
  return {
    scope: "candor",
    name: node.name,
    restapi: {
      listen: rest,
      connect_address: rest,
      authentication: { username: USERS.administrator, password: secrets.administrator },
    },
    etcd3: { hosts: nodes.map(({ etcdPort }) => `${ADDRESS}:${etcdPort}`) },
    bootstrap: {
      dcs: PATRONI_RULES,
      initdb: [{ encoding: "UTF8" }, "data-checksums", "no-locale"],
    },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: `${node.home}/data`,
      bin_dir: bin,
      pgpass: `${node.home}/pgpass`,
      authentication: {
        superuser: { username: USERS.administrator, password: secrets.administrator },
        replication: { username: USERS.replication, password: secrets.replication },
        rewind: { username: USERS.administrator, password: secrets.administrator },
      },
      parameters: {
        unix_socket_directories: "",
        shared_buffers: "64MB",
        "candor.database_name": node.name,
      },
      pg_hba: [
        `host all all ${ADDRESS}/32 scram-sha-256`,
        `host replication ${USERS.replication} ${ADDRESS}/32 scram-sha-256`,
      ],
    },
    watchdog: { mode: "off" },
  };
}

/** Returns etcd's arguments on one node. */
export function etcdArguments(node: PatroniNode, nodes: readonly PatroniNode[]): readonly string[] {
  const peer = ({ etcdPeerPort }: PatroniNode): string => `http://${ADDRESS}:${etcdPeerPort}`;
  const client = `http://${ADDRESS}:${node.etcdPort}`;
  return [
    `--name=${node.name}`,
    `--data-dir=${node.home}/etcd`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer(node)}`,
    `--initial-advertise-peer-urls=${peer(node)}`,
    `--initial-cluster=${nodes.map((each) => `${each.name}=${peer(each)}`).join(",")}`,
    "--initial-cluster-token=candor",
    "--initial-cluster-state=new",
    "--heartbeat-interval=200",
    "--election-timeout=2000",
  ];
}
