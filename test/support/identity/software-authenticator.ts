import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A software authenticator: ES256, no attestation; tests can make any part invalid. */
export interface Ceremony {
  /** Origin of the requesting page. */
  readonly origin: string;
  /** Relying party given to the authenticator; default: from the options. */
  readonly rpId?: string;
  /** Default: from the options. */
  readonly challenge?: string;
  /** The user was verified by fingerprint or PIN. */
  readonly isVerified?: boolean;
  /** Backup eligible (BE) and backed up (BS): keys may be synced to other devices. */
  readonly isSynced?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rpId: string;
  readonly userHandle?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  private readonly privateKey: KeyObject;
  private readonly cose: Buffer;
  private userHandle = "";
  private counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.privateKey = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.cose = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
      [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
    ]);
  }

  get id(): string {
    return this.credentialId.toString("base64url");
  }

  /** Answers registration options. */
  create(options: Record<string, unknown>, ceremony: Ceremony): Record<string, unknown> {
    const { challenge, rpId, userHandle = "" } = optionsOf(options);
    this.userHandle = userHandle;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.cose]);
    const data = Buffer.concat([
      this.authenticatorData(ceremony.rpId ?? rpId, HAS_CREDENTIAL, ceremony),
      attested,
    ]);
    const attestationObject = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(data)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData("webauthn.create", ceremony.challenge ?? challenge, ceremony.origin),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Answers authentication options. */
  get(options: Record<string, unknown>, ceremony: Ceremony): Record<string, unknown> {
    const { challenge, rpId } = optionsOf(options);
    this.counter++;
    const data = this.authenticatorData(ceremony.rpId ?? rpId, 0, ceremony);
    const client = clientData("webauthn.get", ceremony.challenge ?? challenge, ceremony.origin);
    const clientHash = createHash("sha256").update(Buffer.from(client, "base64url")).digest();
    const signature = sign("sha256", Buffer.concat([data, clientHash]), this.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: this.userHandle,
      },
    };
  }

  /** Simulates a cloned key: its counter stands still while the real one advances. */
  rewind(count: number): void {
    this.counter = count;
  }

  private authenticatorData(rpId: string, flags: number, ceremony: Ceremony): Buffer {
    const { isVerified = true, isSynced = false } = ceremony;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const allFlags =
      flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.of(allFlags), counter]);
  }
}

function optionsOf(options: Record<string, unknown>): Options {
  const { challenge, rpId, rp, user } = options as {
    readonly challenge: string;
    readonly rpId?: string;
    readonly rp?: { readonly id: string };
    readonly user?: { readonly id: string };
  };
  return {
    challenge,
    rpId: rpId ?? rp?.id ?? "",
    ...(user === undefined ? {} : { userHandle: user.id }),
  };
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
}

/** The subset of CBOR (RFC 8949) used by authenticators. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
