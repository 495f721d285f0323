import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readModel } from '../src/read-model.ts'

/** Benchmark of reading structure and properties without shapes: scan, decode, JSON, Brotli, on one thread. */
const [file = ''] = process.argv.slice(2)
const started = performance.now()
const descriptor = openSync(file, 'r')
const { size } = fstatSync(descriptor)
// Reuses one buffer, like the converter's source.
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
const contents = readModel(source, { write }, () => {})
closeSync(descriptor)
console.log(JSON.stringify({ ms: performance.now() - started, written, elements: contents.ids.length }))
