import { execFileSync, spawnSync } from "node:child_process";

const BRIDGE = "br0";

/** A name of few characters: interfaces have at most 15. */
const namespaceOf = (name: string): string => `cand${process.pid}${name}`;

const ip = (...args: readonly string[]): void => {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
};
const inside = (namespace: string, ...args: readonly string[]): void =>
  ip("netns", "exec", namespace, "ip", ...args);

/** Returns why networks of this kind cannot be made here; undefined if they can. */
export function whyNoNetworks(): string | undefined {
  const probe = namespaceOf("p");
  try {
    ip("netns", "add", probe);
    inside(probe, "link", "add", BRIDGE, "type", "bridge");
    inside(probe, "link", "add", "veth0", "type", "veth", "peer", "name", "veth1");
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n").at(-2) ?? String(error);
  } finally {
    spawnSync("ip", ["netns", "del", probe]);
  }
}

/** Machines, each in a network namespace of its own, at a switch in another one. The machine's own network is not used. */
export class Network {
  private readonly hub = namespaceOf("hub");
  private readonly machines: readonly string[];

  /** @param machines short names */
  constructor(machines: readonly string[]) {
    this.machines = machines;
    try {
      this.build();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  addressOf(machine: string): string {
    return `10.77.0.${this.machines.indexOf(machine) + 1}`;
  }

  /** Program and arguments that run another program on a machine. */
  runnerOf(machine: string): readonly string[] {
    return ["ip", "netns", "exec", namespaceOf(machine)];
  }

  /** Cuts a machine off from all others. Connections stay open, and nothing arrives. */
  cut(machine: string): void {
    inside(this.hub, "link", "set", portOf(machine), "down");
  }

  heal(machine: string): void {
    inside(this.hub, "link", "set", portOf(machine), "up");
  }

  remove(): void {
    for (const namespace of [this.hub, ...this.machines.map(namespaceOf)])
      spawnSync("ip", ["netns", "del", namespace]);
  }

  private build(): void {
    ip("netns", "add", this.hub);
    inside(this.hub, "link", "add", BRIDGE, "type", "bridge");
    inside(this.hub, "link", "set", BRIDGE, "up");
    for (const machine of this.machines) {
      const namespace = namespaceOf(machine);
      const port = portOf(machine);
      ip("netns", "add", namespace);
      inside(this.hub, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      inside(this.hub, "link", "set", port, "master", BRIDGE);
      inside(this.hub, "link", "set", port, "up");
      inside(namespace, "address", "add", `${this.addressOf(machine)}/24`, "dev", "eth0");
      inside(namespace, "link", "set", "lo", "up");
      inside(namespace, "link", "set", "eth0", "up");
    }
  }
}

const portOf = (machine: string): string => `port-${machine}`;
