import { TextDecoder } from 'node:util'
import { type Entry, getFileNameLowLevel } from 'yauzl'
import { BcfError } from '../errors.ts'

const LONGEST_NAME = 1000

/** Decodes a name; some tools write UTF-8 without the UTF-8 flag. */
function decodeName(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw)
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  }
}

/**
 * Normalises an entry's name: slashes as separators, without `./`; a folder ends with a slash.
 * @throws BcfError LEADS_OUT, ABSOLUTE_NAME, BAD_NAME
 */
export function normalizeEntryName(entry: Entry): string {
  const name = decodeName(entry).replaceAll('\\', '/')
  const shown = name.replace(/\p{Cc}/gu, '\ufffd').slice(0, 200)
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw BcfError.of('BAD_NAME', { entry: shown })
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw BcfError.of('ABSOLUTE_NAME', { entry: shown })
  const parts = name.split('/')
  if (parts.includes('..')) throw BcfError.of('LEADS_OUT', { entry: shown })
  const kept = parts.filter((part, at) => part !== '.' && (part !== '' || at === parts.length - 1))
  return kept.join('/')
}

export const getFolderPath = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
export const getFileName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Resolves `reference` relative to `folder`; undefined when it leads out of the archive. */
function resolvePath(folder: string, reference: string): string | undefined {
  const parts = folder.split('/').filter((part) => part !== '')
  for (const part of reference.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

function decodeEscapes(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}

/** Candidate entry names for a reference in `folder`, the most likely first. */
export function listCandidateNames(root: string, folder: string, reference: string): string[] {
  const plain = reference.trim().replaceAll('\\', '/')
  const names = [plain, decodeEscapes(plain)].flatMap((text) => [
    resolvePath(folder, text),
    resolvePath(root, text),
    resolvePath(folder, getFileName(text)),
    resolvePath(`${root}documents/`, getFileName(text)),
  ])
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[]
}

/** Whether a reference is a URL or a path on a disk rather than an archive entry. */
export const isExternalReference = (reference: string): boolean =>
  /^([a-z][a-z0-9+.-]+:|[a-z]:[\\/]|\\\\|\/\/)/i.test(reference.trim())
