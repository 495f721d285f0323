import { toSafeFileName } from '@plumbline/contract/file-names'

/** A Content-Disposition header (RFC 6266) that saves a file: its name in plain ASCII, and the real one in UTF-8. */
export function formatContentDisposition(name: string): string {
  const safe = toSafeFileName(name)
  const plain = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
