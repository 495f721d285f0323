import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { checkDataDir } from '../start-checks.ts'
import { broken, type Finding, warning } from './finding.ts'

/** This machine: data folder, disk, memory, open files, Node.js. */

const GIGABYTE = 1e9
const LEAST_FREE = 1 * GIGABYTE
const GOOD_FREE = 10 * GIGABYTE
const LEAST_INODES = 10_000
const LEAST_FILES = 4096
/** Memory of a server without its conversions. */
const SERVER_MB = 1000
const OLDEST_NODE = 24

const formatGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`

export async function checkDataFolder(config: Config): Promise<Finding[]> {
  try {
    await checkDataDir(config)
  } catch (error) {
    return [broken((error as Error).message)]
  }
  const { bavail, bsize, files, ffree } = await fsp.statfs(config.dataDir)
  const found: Finding[] = []
  const free = bavail * bsize
  const remedy = 'Make room, or set DATA_DIR to a larger disk.'
  const left = `DATA_DIR: ${formatGigabytes(free)} are left on the disk of ${config.dataDir}`
  if (free < LEAST_FREE) found.push(broken(`${left}, too little for an upload. ${remedy}`))
  else if (free < GOOD_FREE) found.push(warning(`${left}. ${remedy}`))
  // file systems without a fixed number of files report 0
  if (files > 0 && ffree < LEAST_INODES)
    found.push(
      broken(
        `DATA_DIR: the disk of ${config.dataDir} can hold only ${ffree} more files. Remove small files, or format it with more inodes.`,
      ),
    )
  return [...found, ...(await checkSecretFile(config))]
}

async function checkSecretFile({ dataDir, secretKey }: Config): Promise<Finding[]> {
  if (secretKey) return []
  const file = path.join(dataDir, 'secret.key')
  const stat = await fsp.stat(file).catch(() => null)
  if (!stat || (stat.mode & 0o077) === 0) return []
  return [warning(`SECRET_KEY: other users of this machine can read ${file}. Run "chmod 600 ${file}".`)]
}

/** The memory that this process may use: that of the machine, or of its container. */
const readMemoryMb = () =>
  Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1e6

export function checkMemory({ role, convert }: Config, memoryMb = readMemoryMb()): Finding[] {
  const needed = SERVER_MB + (role === 'web' ? 0 : convert.memoryMb * (convert.parallel ?? 1))
  if (memoryMb >= needed) return []
  const has = `${Math.round(memoryMb)} MB of memory`
  return [
    role === 'web'
      ? warning(`Memory: this machine has ${has}, a server needs ${SERVER_MB} MB. Add memory.`)
      : warning(
          `CONVERT_MEMORY_MB: this machine has ${has}; the server and its conversions may use ${needed} MB, and the system ends the largest process when memory runs out. Add memory, or lower CONVERT_MEMORY_MB or CONVERT_PARALLEL.`,
        ),
  ]
}

/** Reads the limit that the system sets this process; systems without /proc are not checked. */
export async function checkOpenFiles(): Promise<Finding[]> {
  const limits = await fsp.readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  if (soft === undefined || Number(soft) >= LEAST_FILES) return []
  return [
    warning(
      `Open files: this process may open ${soft}, and each connection of a browser is one. Set LimitNOFILE of the service, or "ulimit -n", to 65536.`,
    ),
  ]
}

export function checkNode(version = process.versions.node): Finding[] {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return []
  return [
    broken(
      `Node.js: version ${version} is too old. Install version ${OLDEST_NODE}, or start with "npm start".`,
    ),
  ]
}
