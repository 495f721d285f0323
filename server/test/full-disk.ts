import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { vi } from 'vitest'

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), {
    ...{ errno: -28, code: 'ENOSPC', syscall: 'write' },
  })
const failed = async () => {
  throw full()
}

/** Makes every way of writing in Node fail with ENOSPC; returns a function that ends it. */
export async function fillDisk(): Promise<() => void> {
  const probe = await fsp.open(import.meta.filename)
  const FileHandle = Object.getPrototypeOf(probe) as fsp.FileHandle
  await probe.close()
  const withCallback = ((...args: unknown[]) =>
    (args.at(-1) as (error: Error) => void)(full())) as unknown as typeof fs.write
  const spies = [
    ...(['write', 'writev', 'writeFile', 'appendFile'] as const).map((name) =>
      vi.spyOn(FileHandle, name).mockImplementation(failed),
    ),
    ...(['writeFile', 'copyFile'] as const).map((name) => vi.spyOn(fsp, name).mockImplementation(failed)),
    vi.spyOn(fsp, 'link').mockImplementation(failed),
    vi.spyOn(fs, 'write').mockImplementation(withCallback),
    vi.spyOn(fs, 'writev').mockImplementation(withCallback as never),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
