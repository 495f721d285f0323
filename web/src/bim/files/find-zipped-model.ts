/** Longest end of an archive that may hold the end of its directory: its records with the longest comment. */
const END_BYTES = 22 + 65_535
/** Largest directory that is read; one of 1,000 files has 100 KB. */
const MAX_DIRECTORY_BYTES = 2_000_000
const END_RECORD = 0x06054b50
/** Precedes the end record of a ZIP64 archive and has the offset of its wider end record. */
const WIDE_LOCATOR = 0x07064b50
const WIDE_LOCATOR_BYTES = 20
const WIDE_END_RECORD = 0x06064b50
const WIDE_END_BYTES = 56
/** Value of fields that the wider record holds. */
const IN_WIDE_RECORD = 0xffffffff
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46

/**
 * The name of the only .ifc or .ifcxml file in a ZIP archive, without its folder; null if there is none, there are several, or the
 * archive cannot be read. Only the directory at its end is read.
 */
export async function findZippedModel(file: Blob): Promise<string | null> {
  const directory = await findDirectory(file)
  if (!directory) return null
  const { start, bytes } = directory
  if (bytes > MAX_DIRECTORY_BYTES || start + bytes > file.size) return null
  const models = listNames(new DataView(await file.slice(start, start + bytes).arrayBuffer())).filter(
    // macOS adds a resource fork for each file
    (name) => /\.ifc(xml)?$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name),
  )
  const [model, ...others] = models
  return model !== undefined && others.length === 0 ? (model.split('/').at(-1) ?? model) : null
}

/** Where the directory of an archive lies; programs that write to a stream use ZIP64 for small archives too. */
async function findDirectory(file: Blob): Promise<{ start: number; bytes: number } | null> {
  const tail = new DataView(await file.slice(Math.max(0, file.size - END_BYTES)).arrayBuffer())
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END_RECORD) end--
  if (end < 0) return null
  const found = { bytes: tail.getUint32(end + 12, true), start: tail.getUint32(end + 16, true) }
  if (found.bytes !== IN_WIDE_RECORD && found.start !== IN_WIDE_RECORD) return found
  const locator = end - WIDE_LOCATOR_BYTES
  if (locator < 0 || tail.getUint32(locator, true) !== WIDE_LOCATOR) return null
  const at = Number(tail.getBigUint64(locator + 8, true))
  const record = new DataView(await file.slice(at, at + WIDE_END_BYTES).arrayBuffer())
  if (record.byteLength < WIDE_END_BYTES || record.getUint32(0, true) !== WIDE_END_RECORD) return null
  return { bytes: Number(record.getBigUint64(40, true)), start: Number(record.getBigUint64(48, true)) }
}

function listNames(directory: DataView): string[] {
  const names: string[] = []
  const decoder = new TextDecoder()
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== ENTRY) break
    const length = directory.getUint16(at + 28, true)
    const more = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
    const past = Math.min(at + ENTRY_BYTES + length, directory.byteLength)
    names.push(
      decoder.decode(
        new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_BYTES, past - at - ENTRY_BYTES),
      ),
    )
    at = past + more
  }
  return names
}

/** The archive under the name of a model that the server unpacks. */
export const nameAsIfczip = (file: File): File =>
  new File([file], file.name.replace(/\.zip$/i, '.ifczip'), {
    type: file.type,
    lastModified: file.lastModified,
  })
