import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { encodeFingerprints, type StoredFingerprints } from '@plumbline/bim/carry/previous-model'
import { ElementIndex } from '@plumbline/bim/elements/element-index'
import type { ShapeHashes } from '@plumbline/bim/elements/shape-hashes'
import type { PropertyBlock } from '@plumbline/bim/model'
import type { ModelContents } from '@plumbline/bim/read-model'

/**
 * The rows of a model's element index: one JSON line per batch, `{"table": …, "first": …, "count": …, "rows": […]}`, each
 * gzipped by itself, so that batches can be inserted without parsing them.
 */
export const INDEX_FILE = 'elements.ndjson.gz'
/** Hashes for comparing versions: two doubles per element, of its shape and of its placement. */
export const HASHES_FILE = 'elements.hashes'
/** Fingerprints of all elements, for the conversion of the next version. */
export const FINGERPRINTS_FILE = 'elements.fingerprints'

export type IndexTable = 'model' | 'properties' | 'values' | 'elements'

/** Longer batches would be promoted to the server's old generation and stay until a full collection. */
const MAX_BATCH_CHARACTERS = 60_000

/** Builds the element index from the written property blocks. */
export function gatherIndex(facts: ModelContents, folder: string): ElementIndex {
  const index = new ElementIndex(facts.structure, facts.storeys)
  for (let block = 0; block < facts.property_blocks; block++) {
    const text = readFileSync(path.join(folder, `props-${block}.json`), 'utf8')
    index.addBlock(block, JSON.parse(text) as PropertyBlock)
  }
  return index
}

export function writeIndex(index: ElementIndex, folder: string): void {
  const file = openSync(path.join(folder, INDEX_FILE), 'wx')
  try {
    const batches = { properties: new Batch(file, 'properties'), values: new Batch(file, 'values') }
    const model = new Batch(file, 'model')
    model.add(index.model())
    model.end()
    for (const row of index.rows()) {
      if ('property' in row) batches.properties.add(row.property)
      else {
        const { numbers, postings, ...rest } = row.values
        batches.values.add({
          ...rest,
          numbers: numbers && Buffer.from(numbers.buffer).toString('base64'),
          postings: Buffer.from(postings).toString('base64'),
        })
      }
    }
    batches.properties.end()
    batches.values.end()
    const elements = new Batch(file, 'elements')
    for (const row of index.elements()) elements.add(row)
    elements.end()
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function writeHashes({ shape, place }: ShapeHashes, folder: string): void {
  const pairs = new Float64Array(2 * shape.length)
  for (const [element, hash] of shape.entries()) {
    pairs[2 * element] = hash
    pairs[2 * element + 1] = place[element] ?? 0
  }
  writeFileSync(path.join(folder, HASHES_FILE), Buffer.from(pairs.buffer), { flag: 'wx', flush: true })
}

export function writeFingerprints(fingerprints: StoredFingerprints, folder: string): void {
  const bytes = encodeFingerprints(fingerprints)
  writeFileSync(path.join(folder, FINGERPRINTS_FILE), bytes, { flag: 'wx', flush: true })
}

class Batch {
  #file: number
  #table: IndexTable
  #rows: string[] = []
  #size = 0
  /** rows of the batches before this one */
  #before = 0

  constructor(file: number, table: IndexTable) {
    this.#file = file
    this.#table = table
  }

  add(row: object): void {
    const text = JSON.stringify(row)
    this.#rows.push(text)
    this.#size += text.length
    if (this.#size >= MAX_BATCH_CHARACTERS) this.end()
  }

  end(): void {
    if (this.#rows.length === 0) return
    const head = `"table":"${this.#table}","first":${this.#before},"count":${this.#rows.length}`
    const line = `{${head},"rows":[${this.#rows.join(',')}]}\n`
    // fast rather than small: the file is read once, and its repetitions compress well at any level
    writeSync(this.#file, gzipSync(line, { level: 1 }))
    this.#before += this.#rows.length
    this.#rows = []
    this.#size = 0
  }
}
