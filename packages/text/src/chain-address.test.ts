import { expect, test } from "vitest";
import { addressFault } from "./chain-address.ts";

/** Examples from the checksum standard, EIP-55. */
const EXAMPLES = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

test("FUND-01 the standard's examples hold; an address in one case has no checksum", () => {
  for (const address of EXAMPLES) {
    expect(addressFault("evm-1", address), address).toBeUndefined();
    expect(addressFault("evm-31337", address.toLowerCase())).toBeUndefined();
    expect(addressFault("evm-1", `0x${address.slice(2).toUpperCase()}`)).toBeUndefined();
  }
});

test("FUND-01 a wrong letter is distinguished from a wrong form; an unknown chain is left to the server", () => {
  const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  expect(addressFault("evm-1", address.replace("5aA", "5Aa"))).toBe("checksum");
  expect(addressFault("evm-1", address.replace("0x5", "0x6"))).toBe("checksum");
  for (const broken of [
    "",
    "0x",
    address.slice(0, -1),
    `${address}0`,
    ` ${address}`,
    address.replace("d", "g"),
  ])
    expect(addressFault("evm-1", broken), broken).toBe("form");
  expect(addressFault("evm-1", `0x${"0".repeat(40)}`)).toBe("form");
  expect(addressFault("lightning", "lnbc1")).toBeUndefined();
});
