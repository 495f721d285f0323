import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readModel } from '../src/read-model.ts'

/** Structure and properties without shapes: read, decode, JSON, brotli, on one thread. */
const [file = ''] = process.argv.slice(2)
const started = performance.now()
const descriptor = openSync(file, 'r')
const { size } = fstatSync(descriptor)
// As the converter reads: into the same bytes again.
let window = new Uint8Array(0)
const source = {
  size,
  read: (offset: number, length: number) => {
    const wanted = Math.max(0, Math.min(length, size - offset))
    if (window.length < wanted) window = new Uint8Array(wanted)
    return window.subarray(0, readSync(descriptor, window, 0, wanted, offset))
  },
}
let written = 0
const write = (_name: string, bytes: Uint8Array) => {
  written += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}
const facts = readModel(source, { write }, () => {})
closeSync(descriptor)
console.log(JSON.stringify({ ms: performance.now() - started, written, elements: facts.ids.length }))
