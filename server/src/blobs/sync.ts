import fsp from 'node:fs/promises'
import path from 'node:path'

/**
 * After a power loss only what was synced is there: the bytes of a file by a sync of the file, its name by one of its
 * folder. A row is durable once it is committed, so whatever a row names is synced before.
 */

async function syncPath(place: string) {
  const handle = await fsp.open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const syncFile = (file: string): Promise<void> => syncPath(file)

/** Windows cannot open folders; NTFS journals their entries. */
export const syncFolder = (folder: string): Promise<void> =>
  process.platform === 'win32' ? Promise.resolve() : syncPath(folder)

/** The name of a file, and the names of the folders that it lies in up to `root`. */
export async function syncParentFolders(root: string, file: string): Promise<void> {
  for (let folder = path.dirname(file); folder.startsWith(root); folder = path.dirname(folder))
    await syncFolder(folder)
}
