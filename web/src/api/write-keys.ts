import { randomId } from '../base/random-id.ts'

/**
 * Idempotency keys of writes. A write without an answer keeps its key: when the same request is sent again, by a retry
 * or by the person, the server recognises the key and performs it once.
 */

/** most remembered writes; the oldest are forgotten first */
const MAX_KEYS = 100

const lost = new Map<string, string>()
const lostFiles = new WeakMap<Blob, Map<string, string>>()

export interface WriteRequest {
  method: string
  url: string
  /** JSON */
  body?: string | undefined
  file?: Blob | undefined
}

const buildRequestName = ({ method, url, body }: WriteRequest) => `${method} ${url} ${body ?? ''}`

function findKeys({ file }: WriteRequest): Map<string, string> {
  if (!file) return lost
  const keys = lostFiles.get(file) ?? new Map<string, string>()
  lostFiles.set(file, keys)
  return keys
}

/** Returns the remembered key of an identical unanswered request, or a new one. */
export function getWriteKey(request: WriteRequest): string {
  const keys = findKeys(request)
  const key = keys.get(buildRequestName(request))
  keys.delete(buildRequestName(request))
  return key ?? randomId()
}

/** Remembers the key of a request that got no answer. */
export function rememberWriteKey(request: WriteRequest, key: string) {
  const keys = findKeys(request)
  keys.set(buildRequestName(request), key)
  for (const oldest of keys.keys()) {
    if (keys.size <= MAX_KEYS) break
    keys.delete(oldest)
  }
}
