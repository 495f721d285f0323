import fsp from 'node:fs/promises'
import path from 'node:path'

/**
 * After a power loss only synced data survives: a file's bytes by fsync of the file, its name by fsync of its folder. Files
 * are synced before the row that refers to them is committed.
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

/** Syncs folders and their parents up to `root`, each once and the deepest first. */
export async function syncFolders(root: string, folders: Iterable<string>): Promise<void> {
  const all = new Set<string>()
  for (let folder of folders)
    for (; folder.startsWith(root) && !all.has(folder); folder = path.dirname(folder)) all.add(folder)
  for (const folder of [...all].sort((a, b) => b.length - a.length)) await syncFolder(folder)
}

/** Syncs the folders from a file up to `root`, so that the file's name is durable. */
export const syncParentFolders = (root: string, file: string): Promise<void> =>
  syncFolders(root, [path.dirname(file)])
