import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * Records the order of fsyncs and commits, to compute which files would survive a power loss: their bytes were synced
 * after the last write, and their folder after they were named.
 */

const bytesOf = ({ ino, size, mtimeNs }: fs.BigIntStats) => `${ino} ${size} ${mtimeNs}`
const stat = (file: string) => fs.statSync(file, { bigint: true })

function* filesBelow(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(at)
    else yield at
  }
}

export async function keepJournal({ server: { db }, dataDir }: TestApp) {
  const [bytes, names] = [new Set<string>(), new Set<string>()]
  const places = new WeakMap<object, string>()
  const open = fsp.open.bind(fsp)
  vi.spyOn(fsp, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args)
    places.set(handle, String(args[0]))
    return handle
  })
  const probe = await open(dataDir)
  const FileHandle = Object.getPrototypeOf(probe) as fsp.FileHandle
  await probe.close()
  const sync = FileHandle.sync
  vi.spyOn(FileHandle, 'sync').mockImplementation(async function (this: fsp.FileHandle) {
    const place = places.get(this) ?? ''
    // state at the start of the sync
    const entries = stat(place).isDirectory()
      ? fs.readdirSync(place).map((name) => path.join(place, name))
      : []
    const known = entries.map((entry) => `${entry} ${stat(entry).ino}`)
    const content = bytesOf(stat(place))
    await sync.call(this)
    bytes.add(content)
    for (const name of known) names.add(name)
  })
  const root = path.join(dataDir, 'blobs')
  const isDurable = (file: string): boolean => {
    if (!bytes.has(bytesOf(stat(file)))) return false
    for (let at = file; at !== root; at = path.dirname(at))
      if (!names.has(`${at} ${stat(at).ino}`)) return false
    return true
  }
  /** stored files that a power loss would destroy now */
  const volatile = () =>
    [...filesBelow(root)].filter((file) => !isDurable(file)).map((file) => path.relative(root, file))

  const inCall = new AsyncLocalStorage<{ lost: string[]; commits: number }>()
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    const builder = transaction()
    const execute = builder.execute.bind(builder)
    const watched: typeof execute = (work) =>
      execute(async (tx) => {
        const result = await work(tx)
        const call = inCall.getStore()
        if (call) {
          call.commits++
          call.lost.push(...volatile())
        }
        return result
      })
    return Object.assign(Object.create(builder) as typeof builder, { execute: watched })
  }
  /** Runs a call; returns stored files that were not durable when it committed or returned. */
  const watch = (work: () => Promise<unknown>) => {
    const call = { lost: [] as string[], commits: 0 }
    return inCall.run(call, async () => {
      await work()
      return { commits: call.commits, lost: [...call.lost, ...volatile()] }
    })
  }
  return { watch, volatile }
}
