import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { ModelError } from '@plumbline/bim/model'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** entries per archive; normally one model and a few documents */
const MAX_ENTRIES = 1000
/** compression ratio above which an archive is a zip bomb; models compress to a tenth */
const MAX_RATIO = 200
/** unpacked bytes up to which the ratio is ignored */
const RATIO_EXEMPT_BYTES = 50_000_000

/**
 * Unpacks the one model of an .ifczip to `target`. Entry names are never used as paths, and sizes are counted on the
 * unpacked bytes instead of trusted.
 * @throws ModelError ARCHIVE, ARCHIVE_LIMIT
 */
export async function unpackModel(archive: string, target: string, mostBytes: number): Promise<void> {
  const zip = await openPromise(archive, { autoClose: false, validateEntrySizes: false }).catch(() => null)
  if (!zip) throw damagedError()
  try {
    const entry = await findModel(zip)
    const bytes = await zip.openReadStreamPromise(entry)
    await pipeline(bytes, checkContent(entry, mostBytes), createWriteStream(target, { flags: 'wx' }))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (error instanceof ModelError || /^E[A-Z]+$/.test(code)) throw error
    throw damagedError()
  } finally {
    zip.close()
  }
}

async function findModel(zip: ZipFile): Promise<Entry> {
  const models: Entry[] = []
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > MAX_ENTRIES)
      throw archiveError('ARCHIVE', `The archive holds more than ${MAX_ENTRIES} files.`)
    // skips the resource forks that macOS adds
    if (/\.ifc(xml)?$/i.test(entry.fileName) && !/(^|\/)(__MACOSX\/|\._)/.test(entry.fileName))
      models.push(entry)
  }
  const [model] = models
  if (!model) throw archiveError('ARCHIVE', 'The archive holds no .ifc or .ifcxml file.')
  if (models.length > 1)
    throw archiveError('ARCHIVE', `The archive holds ${models.length} models; one is expected.`)
  if (model.isEncrypted()) throw archiveError('ARCHIVE', 'The archive is locked with a password.')
  return model
}

/** Stops at too many bytes, and fails at the end if size or checksum differ from the directory. */
function checkContent(entry: Entry, mostBytes: number): Transform {
  let count = 0
  let sum = 0
  return new Transform({
    // some programs leave the sum out
    flush: (done) => done(entry.crc32 === 0 || sum === entry.crc32 ? null : damagedError()),
    transform(part: Buffer, _encoding, done) {
      count += part.length
      sum = crc32(part, sum)
      const bomb = count > RATIO_EXEMPT_BYTES && count > entry.compressedSize * MAX_RATIO
      if (count <= mostBytes && !bomb) return done(null, part)
      const size = bomb
        ? `more than ${MAX_RATIO} times its size`
        : `more than ${Math.floor(mostBytes / 1e6)} MB`
      done(archiveError('ARCHIVE_LIMIT', `The archive unpacks to ${size}.`))
    },
  })
}

function damagedError(): ModelError {
  return archiveError('ARCHIVE', 'The archive is damaged or not a zip archive.')
}

function archiveError(code: string, message: string): ModelError {
  return new ModelError(code, message, 'Upload the .ifc file itself, or an archive with that one file in it.')
}
