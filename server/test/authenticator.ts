import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A software passkey device (WebAuthn level 3, ES256, no attestation) that replies like a browser. */

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const PRESENT = 1
const VERIFIED = 4
const CREDENTIAL = 64

export interface AuthenticatorOptions {
  challenge: string
  [more: string]: unknown
}

export class Authenticator {
  readonly id = randomBytes(16)
  readonly origin: string
  counter = 0
  /** sets the user verification flag: the device asked for biometrics or a PIN */
  verifies = true
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject }

  constructor(origin: string) {
    this.origin = origin
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  private clientData(type: string, { challenge }: AuthenticatorOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private authData(credential?: Buffer): Buffer {
    const flags = PRESENT | (this.verifies ? VERIFIED : 0) | (credential ? CREDENTIAL : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const party = sha256(new URL(this.origin).hostname)
    return Buffer.concat([party, Buffer.from([flags]), counter, ...(credential ? [credential] : [])])
  }

  private credential(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)])
  }

  private answer(response: Record<string, unknown>) {
    const id = text(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  /** equivalent of navigator.credentials.create */
  create(options: AuthenticatorOptions) {
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.authData(this.credential())],
    ])
    return this.answer({
      clientDataJSON: text(this.clientData('webauthn.create', options)),
      attestationObject: text(cbor(attestation)),
      transports: ['internal'],
    })
  }

  /** equivalent of navigator.credentials.get */
  get(options: AuthenticatorOptions) {
    this.counter++
    const client = this.clientData('webauthn.get', options)
    const authData = this.authData()
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.keys.privateKey)
    return this.answer({
      clientDataJSON: text(client),
      authenticatorData: text(authData),
      signature: text(signature),
    })
  }
}
