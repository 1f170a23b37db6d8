import { rmSync } from "node:fs";
import path from "node:path";
import type { AssetSettings, NetworkSettings } from "@candor/server/config/chain/network-settings";
import type { DepositView } from "@candor/server/custody/chain/chain-port";
import { RpcClient } from "@candor/server/custody/chain/rpc-client";
import { readTokenFacts } from "@candor/server/custody/chain/token-facts";
import type { Hex } from "@candor/server/kit/hex";
import { TEST_CHAIN_ID, TestNode } from "../support/chain/test-node.ts";
import { ChainWorld } from "./chain-world.ts";

export const CONFIRMATIONS = 3;
/** Users with closed accounts, in every world. */
export const CLOSED = new Set<number>();
const NEVER_MS = 10 ** 9;
const LIMITS = { minDeposit: "1", withdrawalFee: "1", minWithdrawal: "2", maxWithdrawal: "1000" } as const;

/** A node that the exchange treats as a public chain, and the exchange watching it. */
export class OutsideWorld {
  readonly node: TestNode;
  readonly assets: readonly AssetSettings[];
  world: ChainWorld;
  private readonly rpcUrl: string;
  private readonly network: Partial<NetworkSettings>;
  private readonly stuckAfterMs: number;

  private constructor(
    node: TestNode,
    assets: readonly AssetSettings[],
    rpcUrl: string,
    network: Partial<NetworkSettings>,
    stuckAfterMs: number,
    world: ChainWorld,
  ) {
    this.node = node;
    this.assets = assets;
    this.rpcUrl = rpcUrl;
    this.network = network;
    this.stuckAfterMs = stuckAfterMs;
    this.world = world;
  }

  /** @param tokens symbol and contract of the assets listed in addition to ETH */
  static async open(
    node: TestNode,
    tokens: Readonly<Record<string, Hex>>,
    {
      rpcUrl = node.process.url,
      network = {},
      stuckAfterMs = NEVER_MS,
      home,
    }: {
      readonly rpcUrl?: string;
      readonly network?: Partial<NetworkSettings>;
      readonly stuckAfterMs?: number;
      readonly home?: string;
    } = {},
  ): Promise<OutsideWorld> {
    const assets: AssetSettings[] = [
      {
        symbol: "ETH",
        token: null,
        decimals: 18,
        minDeposit: "0.001",
        withdrawalFee: "0.001",
        minWithdrawal: "0.01",
        maxWithdrawal: "20",
      },
      ...(await Promise.all(
        Object.entries(tokens).map(async ([symbol, token]) => {
          const { symbol: tokenSymbol } = await readTokenFacts(new RpcClient(node.process.url), token);
          return { symbol, token, decimals: 6, tokenSymbol, ...LIMITS };
        }),
      )),
    ];
    const world = await openWorld(assets, rpcUrl, network, stuckAfterMs, home);
    return new OutsideWorld(node, assets, rpcUrl, network, stuckAfterMs, world);
  }

  get service(): ChainWorld["service"] {
    return this.world.service;
  }

  async addressOf(userId: number): Promise<Hex> {
    return (await this.service.depositAddressOf(userId)).toLowerCase() as Hex;
  }

  async hotWallet(): Promise<Hex> {
    return (await this.world.chains.signer.ask<"describe">({ kind: "describe" })).hotWallet;
  }

  /** Waits until the exchange has processed all of the node's blocks. */
  async caughtUp(): Promise<void> {
    const head = Number(await this.node.request("eth_blockNumber"));
    await this.world.until(
      `block ${head} is read`,
      () => this.service.chains[0]?.headBlock === head && this.service.chains[0].paused === undefined,
    );
    await this.rounds(2);
  }

  /** Waits for this many rounds of the watcher. */
  async rounds(count: number): Promise<void> {
    for (let round = 0; round < count; round++) {
      await this.world.rounds.next();
    }
  }

  /** Mines until everything creditable is credited. */
  async settle(): Promise<void> {
    await this.node.mine(CONFIRMATIONS);
    await this.caughtUp();
  }

  depositsOf(userId: number): readonly DepositView[] {
    return this.service.depositsOf(userId, 100);
  }

  /** Returns the outcome of each deposit, oldest first. */
  fatesOf(userId: number): readonly string[] {
    return this.depositsOf(userId)
      .toReversed()
      .map(({ status, reason, amountUnits }) => `${amountUnits} ${reason ?? status}`);
  }

  /** Restarts the server in the same home, optionally with other assets in its chain file. */
  async restart(assets = this.assets): Promise<void> {
    const { home } = this.world;
    await this.world.close();
    this.world = await openWorld(assets, this.rpcUrl, this.network, this.stuckAfterMs, home);
  }

  /** Restarts the signer with its keys but without its journal. */
  async loseSignerJournal(): Promise<void> {
    const { home } = this.world;
    await this.world.close();
    rmSync(path.join(home, "signer", "journal"), { recursive: true });
    this.world = await openWorld(this.assets, this.rpcUrl, this.network, this.stuckAfterMs, home);
  }

  /** Status in the exchange, including after restarts. */
  async statusOf(withdrawalId: number): Promise<string> {
    const { withdrawals } = await this.world.engine.withdrawalsView();
    return withdrawals.find((each) => each.withdrawalId === withdrawalId)?.status ?? "ended";
  }

  async remove(): Promise<void> {
    await this.world.remove();
  }
}

function openWorld(
  assets: readonly AssetSettings[],
  rpcUrl: string,
  network: Partial<NetworkSettings>,
  stuckAfterMs: number,
  home?: string,
): Promise<ChainWorld> {
  return ChainWorld.open({
    isClosed: (userId) => CLOSED.has(userId),
    ...(home === undefined ? {} : { home }),
    settings: {
      rpcUrl,
      network: {
        chainId: TEST_CHAIN_ID,
        name: "Test network",
        confirmations: CONFIRMATIONS,
        finality: "none",
        blockSeconds: 1,
        explorerUrl: null,
        testnet: true,
        assets: [...assets],
        ...network,
      },
    },
    variables: { CANDOR_SIGNER_LIMITS: "USDT:50000:1000000,ETH:20:400,XRP:1000:10000" },
    development: { pollMs: 15, stuckAfterMs, sweepEveryMs: NEVER_MS },
  });
}
