import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serverArguments } from "@candor/server/start/cluster/database/database-settings";
import {
  PATRONI_RULES,
  patroniConfiguration,
} from "@candor/server/start/cluster/database/patroni-configuration";
import { proxyConfiguration } from "@candor/server/start/cluster/proxy-configuration";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { isInstalled } from "../support/cluster/is-installed.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");
const VARIABLE = /\b(?:CANDOR_[A-Z_]+[A-Z]|METRICS_PORT|METRICS_HOST|DATABASE_URL|LOG_LEVEL)\b/g;
/** Set by the person who starts the containers. */
const OF_COMPOSE = ["CANDOR_DATABASE_PASSWORD"];

function temporary(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "candor-deploy-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test("CLUS-49 every environment variable in deploy/ is documented", () => {
  const known = new Set(
    [
      ...`${read("README.md")}${read("docs/cluster.md")}`.matchAll(VARIABLE),
      ...OF_COMPOSE.map((name) => [name]),
    ].map(([name]) => name),
  );
  const files = globSync("deploy/**/*", { cwd: ROOT, exclude: ["deploy/*.cfg"] }).filter(
    (file) => path.extname(file) !== "" || file.endsWith("Dockerfile"),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const used = [...read(file).matchAll(VARIABLE)].map(([name]) => name);
    expect([file, used.filter((name) => !known.has(name))]).toEqual([file, []]);
  }
});

test.skipIf(!isInstalled("systemd-analyze"))("CLUS-49 systemd accepts the units", () => {
  const directory = temporary();
  const units = globSync("deploy/systemd/*.service", { cwd: ROOT });
  expect(units.length).toBe(5);
  for (const unit of units) {
    const text = read(unit)
      .replaceAll("/usr/local/bin/node", process.execPath)
      .replaceAll("/opt/candor", ROOT);
    writeFileSync(path.join(directory, path.basename(unit)), text);
    expect(read(unit)).toMatch(/^RestartPreventExitStatus=2( 3)?$/m);
  }
  const files = units.map((unit) => path.join(directory, path.basename(unit)));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
  const about = stderr.split("\n").filter((line) => line.includes(directory) || line.includes("candor-"));
  expect([status, about]).toEqual([0, []]);
});

test.skipIf(!isInstalled("haproxy") || !isInstalled("openssl"))(
  "CLUS-49 HAProxy accepts its configurations",
  () => {
    const directory = temporary();
    const [key, certificate, both] = ["key.pem", "ca.pem", "both.pem"].map((name) =>
      path.join(directory, name),
    ) as [string, string, string];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-keyout",
        key,
        "-out",
        certificate,
        "-subj",
        "/CN=test",
        "-days",
        "2",
      ],
      { stdio: "ignore" },
    );
    writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
    const published = read("deploy/haproxy.cfg")
      .replaceAll("/etc/haproxy/exchange.pem", both)
      .replaceAll("/etc/candor/link/proxy.pem", both)
      .replaceAll("/etc/candor/link/ca.pem", certificate);
    const own = proxyConfiguration(8080, [{ name: "gateway-1", port: 8081 }]);
    for (const text of [published, own]) {
      const file = path.join(directory, "haproxy.cfg");
      writeFileSync(file, text);
      const { status, stdout, stderr } = spawnSync("haproxy", ["-c", "-f", file], { encoding: "utf8" });
      expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/WARNING|ALERT/)]);
    }
  },
);

test("CLUS-49 the published rules of Patroni are the ones that npm run cluster uses", () => {
  const published = parse(read("deploy/patroni.yml")) as {
    bootstrap: { dcs: unknown; initdb: unknown };
    postgresql: { pg_hba: readonly string[]; parameters: Record<string, unknown> };
  };
  expect(published.bootstrap.dcs).toEqual(PATRONI_RULES);
  const node = { name: "a", databasePort: 1, restPort: 2, etcdPort: 3, etcdPeerPort: 4, home: "/a" };
  const secrets = { administrator: "a".repeat(48), replication: "b".repeat(48), exchange: "c".repeat(48) };
  const own = patroniConfiguration(node, [node], { bin: "/b", secrets }) as typeof published;
  expect(published.bootstrap.initdb).toEqual(own.bootstrap.initdb);
  // Nobody connects over the network without a password and encryption.
  expect(
    published.postgresql.pg_hba.filter(
      (rule) => !/^(hostssl .* scram-sha-256|local all all peer)$/.test(rule),
    ),
  ).toEqual([]);
  expect(published.postgresql.parameters).toMatchObject({ ssl: "on", archive_mode: "on" });
});

test("CLUS-83 a standby that is gone does not fill the primary's disk, and a changed list of standbys is used at once", () => {
  const { parameters } = PATRONI_RULES.postgresql;
  expect(Number.parseInt(parameters.max_slot_wal_keep_size, 10)).toBeGreaterThan(0);
  expect(parameters.wal_receiver_status_interval).toBe("1s");
  expect(serverArguments("database-1", "/data", 1)).toContain("wal_receiver_status_interval=1s");
  // Sessions of people end before their locks stop the exchange.
  const [, statement = ""] =
    /alter role (candor_administrator set idle_in_transaction_session_timeout = '\d+s')/.exec(
      read("docs/cluster.md"),
    ) ?? [];
  expect(statement).not.toBe("");
});

test("CLUS-49 the containers are one image with a role each, and every role has its certificate and its home", () => {
  const { services, volumes } = parse(read("deploy/compose.yaml"), { merge: true }) as {
    services: Record<
      string,
      {
        image: string;
        command?: readonly string[];
        volumes?: readonly string[];
        environment?: Record<string, string>;
        ports?: readonly string[];
      }
    >;
    volumes: Record<string, unknown>;
  };
  const made = services.certificates?.command?.slice(3) ?? [];
  const roles = Object.entries(services).filter(
    ([, { environment }]) => environment?.CANDOR_ROLE !== undefined,
  );
  expect(roles.map(([name]) => name).toSorted()).toEqual([
    "chain",
    "core-1",
    "core-2",
    "custody",
    "gateway-1",
    "gateway-2",
    "projector",
    "signer",
  ]);
  for (const [name, { image, environment = {}, volumes: mounts = [], ports = [] }] of roles) {
    expect([name, image]).toEqual([name, "candor"]);
    expect(mounts.some((mount) => mount === `${name}:/var/lib/candor` && name in volumes)).toBe(true);
    expect(ports.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
    if (environment.CANDOR_ROLE === "projector") continue;
    expect(environment.CANDOR_LINK_CERTIFICATE).toBe(`/etc/candor/link/${name}.pem`);
    expect(environment.CANDOR_LINK_KEY).toBe(`/etc/candor/link/${name}.key`);
    expect(made).toContain(name);
  }
});

test("CLUS-49 the image starts what the units start, and is built by a script of this repository", () => {
  const dockerfile = read("deploy/Dockerfile");
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const unit = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(read("deploy/systemd/candor-core.service"))?.[1];
  expect((JSON.parse(command) as string[]).join(" ")).toBe(unit);
  const paths = [...dockerfile.matchAll(/(?:scripts|apps)\/[\w./-]+\.(?:mjs|ts)/g)].map(([file]) => file);
  expect(paths.length).toBeGreaterThan(1);
  for (const file of paths) expect(() => read(file)).not.toThrow();
  for (const [, program] of dockerfile.matchAll(/^(\w+) /gm))
    expect(["FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "CMD"]).toContain(program);
});

/** Figures of Patroni itself, version 4. */
const OF_PATRONI = new Set(["patroni_postgres_streaming", "patroni_quorum_standby", "patroni_primary"]);
const FUNCTIONS = new Set(["up", "max", "min", "sum", "absent", "or", "unless", "job"]);

test("CLUS-49 every figure in the cluster's alert rules is one that a role or Patroni shows", () => {
  const { groups } = parse(read("deploy/prometheus-cluster-alerts.yml")) as {
    groups: readonly {
      rules: readonly {
        alert: string;
        expr: string;
        labels: { severity: string };
        annotations: { summary: string };
      }[];
    }[];
  };
  const sources = globSync("apps/server/src/**/*.ts", { cwd: ROOT }).map(read).join("\n");
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
    expect(annotations.summary).toMatch(/\.$/);
    const names = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "").match(/[a-z_]{2,}/g) ?? [];
    const isShown = (name: string): boolean =>
      sources.includes(`"${name}"`) || sources.includes(`"# HELP ${name} `);
    const unknown = names.filter((name) => !FUNCTIONS.has(name) && !OF_PATRONI.has(name) && !isShown(name));
    expect([alert, unknown]).toEqual([alert, []]);
  }
});
