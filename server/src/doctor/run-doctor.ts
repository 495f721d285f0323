import { openDatabase } from '../db/database.ts'
import { checkAddress, checkPublicUrl } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkDataFolder, checkMemory, checkNode, checkOpenFiles } from './check-machine.ts'
import { checkBus, checkMails, checkStorage } from './check-services.ts'
import { checkSecretKey, checkWork } from './check-work.ts'
import { broken, type Finding, type Surroundings } from './finding.ts'

/** `npm run operator -- doctor`: names each broken part of the surroundings in a sentence with the remedy. */

async function examineDatabase({ config, openDatabaseUrl, now }: Surroundings): Promise<Finding[]> {
  let url: string
  try {
    url = await openDatabaseUrl()
  } catch (error) {
    return [broken(`Database: the embedded PostgreSQL does not start: ${(error as Error).message}`)]
  }
  const found = await checkDatabase(config, url, { now })
  const isReadable = !found.some(({ text }) => text.includes('cannot be opened'))
  if (!isReadable) return found
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    return [...found, ...(await checkWork(config, db, now()))]
  } finally {
    await close()
  }
}

/** Problems of the server's surroundings, broken parts first. */
export async function listFindings(surroundings: Surroundings): Promise<Finding[]> {
  const { config } = surroundings
  const found = await Promise.all([
    checkNode(),
    checkDataFolder(config),
    checkMemory(config),
    checkOpenFiles(),
    checkSecretKey(config),
    checkPublicUrl(config),
    examineDatabase(surroundings),
    checkStorage(config),
    checkBus(config),
    checkMails(config),
    checkAddress(config),
  ])
  return found.flat().sort((a, b) => (a.level === b.level ? 0 : a.level === 'broken' ? -1 : 1))
}

/** `isHealthy`: nothing is broken, though there may be warnings. */
export async function runDoctor(
  surroundings: Surroundings,
): Promise<{ lines: string[]; isHealthy: boolean }> {
  const found = await listFindings(surroundings)
  const count = (level: Finding['level']) => found.filter((each) => each.level === level).length
  const lines = found.map(({ level, text }) => `${level === 'broken' ? 'BROKEN ' : 'warning'}  ${text}`)
  const summary =
    found.length === 0
      ? 'All parts of the surroundings are in order.'
      : `${count('broken')} broken, ${count('warning')} ${count('warning') === 1 ? 'warning' : 'warnings'}.`
  return { lines: [...lines, summary], isHealthy: count('broken') === 0 }
}
