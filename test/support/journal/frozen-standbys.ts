import type { PostgresCluster } from "./postgres-cluster.ts";

/** Runs `work` while no standby answers, and lets them go on afterwards. */
export async function withFrozenStandbys<T>(cluster: PostgresCluster, work: () => Promise<T>): Promise<T> {
  const frozen = [...cluster.standbys];
  for (const at of frozen) cluster.signal(at, "SIGSTOP");
  try {
    return await work();
  } finally {
    for (const at of frozen) cluster.signal(at, "SIGCONT");
  }
}

/** Waits until a session whose name begins with `name` waits for a standby. @returns its process number */
export async function waitingSession(cluster: PostgresCluster, name = "candor-writer:"): Promise<number> {
  let pid = 0;
  await cluster.until(async () => {
    const [row] = await cluster.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name like '${name}%'`,
    );
    pid = row?.pid ?? 0;
    return pid !== 0;
  });
  return pid;
}
