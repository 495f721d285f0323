import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readModel } from '../src/read-model.ts'

/** Structure and properties without shapes: read, decode, JSON, brotli, on one thread. */
const [file = ''] = process.argv.slice(2)
const started = performance.now()
const descriptor = openSync(file, 'r')
const { size } = fstatSync(descriptor)
const source = {
  size,
  read: (offset: number, length: number) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset))
  },
}
let written = 0
const write = (_name: string, bytes: Uint8Array) => {
  written += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}
const facts = readModel(source, { write }, () => {})
closeSync(descriptor)
console.log(JSON.stringify({ ms: performance.now() - started, written, elements: facts.ids.length }))
