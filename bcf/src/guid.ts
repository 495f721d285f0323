import { createHash } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Namespace of GUIDs derived from invalid or missing ones. */
const NAMESPACE = '6f1d4b0a-5a0e-4c5d-9c3e-0b8d6a2f7e51'

/** A UUID of version 5 (RFC 9562), deterministic by namespace and name. */
export function deriveUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Normalises the GUID notations of common tools: any case, in braces, with `urn:uuid:`, or without dashes. */
export function parseGuid(text: string | undefined): string | undefined {
  const bare = text
    ?.trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^[{(](.*)[)}]$/, '$1')
  if (bare === undefined) return undefined
  if (UUID.test(bare)) return bare
  if (!/^[0-9a-f]{32}$/.test(bare)) return undefined
  return bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The namespace of a project's derived GUIDs, so that topic "1" of two projects gets different ones. */
export const deriveNamespace = (project: string): string => deriveUuid(NAMESPACE, project)
