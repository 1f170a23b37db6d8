import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** BIP-44 paths: separate accounts, so that a public key of one reveals nothing about another. */
const DEPOSIT_PATH = "m/44'/60'/0'/0";
const HOT_WALLET_PATH = "m/44'/60'/1'/0/0";
const GAS_ACCOUNT_PATH = "m/44'/60'/2'/0/0";
const NEW_MNEMONIC_BITS = 256;

/** Mnemonics that are public, because development nodes use them. */
const PUBLISHED = ["test test test test test test test test test test test junk"];

/** All wallet keys of the exchange, derived from one seed. */
export class SignerKeys {
  readonly hotWallet: PrivateKeyAccount;
  readonly gasAccount: PrivateKeyAccount;
  private readonly deposits: HDKey;

  /** Throws if the words are not a BIP-39 mnemonic. */
  constructor(mnemonic: string) {
    const words = mnemonic.trim().split(/\s+/).join(" ");
    if (!validateMnemonic(words, wordlist))
      throw new Error("the signer's mnemonic is not a valid BIP-39 mnemonic");
    const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
    this.deposits = master.derive(DEPOSIT_PATH);
    this.hotWallet = accountOf(master.derive(HOT_WALLET_PATH));
    this.gasAccount = accountOf(master.derive(GAS_ACCOUNT_PATH));
  }

  /** Extended public key of the deposit addresses: enough to derive them, not to spend from them. */
  get depositKey(): string {
    return this.deposits.publicExtendedKey;
  }

  depositAccount(userId: number): PrivateKeyAccount {
    return accountOf(this.deposits.deriveChild(userId));
  }
}

export const newMnemonic = (): string => generateMnemonic(wordlist, NEW_MNEMONIC_BITS);

export const isPublished = (mnemonic: string): boolean =>
  PUBLISHED.includes(mnemonic.trim().toLowerCase().split(/\s+/).join(" "));

function accountOf({ privateKey }: HDKey): PrivateKeyAccount {
  if (privateKey === null) throw new Error("an extended key without a private key");
  return privateKeyToAccount(`0x${Buffer.from(privateKey).toString("hex")}`);
}
