import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ConversionWarning, ModelError } from '@plumbline/bim/model'
import { findXmlEncoding } from '@plumbline/bim/xml/encoding'
import { Ifc4Schema } from '@plumbline/bim/xml/ifc4-schema'
import { loadInverses } from '@plumbline/bim/xml/inverses'
import { XmlToStep } from '@plumbline/bim/xml/xml-to-step'
import { FileSource } from './files.ts'

const PART_BYTES = 1 << 20

/**
 * Rewrites ifcXML as a STEP file, which the engines read. Memory holds one part of each.
 * @throws ModelError SYNTAX, DOCTYPE, ENCODING, TRUNCATED, TOO_COMPLEX, TOO_LARGE
 */
export async function rewriteXml(
  file: string,
  target: string,
  mostBytes: number,
  onProgress: () => void,
): Promise<ConversionWarning[]> {
  const declarations = path.join(
    path.dirname(createRequire(import.meta.url).resolve('web-ifc')),
    'ifc-schema.d.ts',
  )
  const schema = new Ifc4Schema(await readFile(declarations, 'utf8'), loadInverses())
  const source = new FileSource(file)
  const output = openSync(target, 'wx')
  let pending = ''
  let written = 0
  const flush = () => {
    const bytes = Buffer.from(pending)
    pending = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at)
    written += bytes.length
    if (written <= mostBytes) return
    const size = `${Math.floor(mostBytes / 1e6)} MB`
    throw new ModelError('TOO_LARGE', `The model has more than ${size} as IFC.`, 'Export it in parts.')
  }
  const rewriter = new XmlToStep(schema, (step) => {
    pending += step
    if (pending.length > PART_BYTES) flush()
  })
  try {
    const decoder = new TextDecoder(findXmlEncoding(source.read(0, 1000)))
    for (let at = 0; at < source.size; at += PART_BYTES) {
      rewriter.write(decoder.decode(source.read(at, PART_BYTES), { stream: true }))
      onProgress()
      await setImmediate()
    }
    const warnings = rewriter.close()
    flush()
    return warnings
  } finally {
    source.close()
    closeSync(output)
  }
}
