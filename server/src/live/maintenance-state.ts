import type { Maintenance } from '@plumbline/contract/admin/maintenance'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../db/database.ts'
import type { Bus } from './bus.ts'

/**
 * The maintenance of this installation as a process knows it: kept in memory, because every write asks for it, and read
 * again when the bus announces a change and every two seconds, because such messages may be lost.
 */
export interface MaintenanceState {
  /** null: none */
  read: () => Maintenance | null
  /** applies a change that this process has committed, and announces it to the other processes */
  publish: (next: Maintenance | null) => void
  /** calls `listener` now and after every read, changed or not */
  follow: (listener: (isOn: boolean) => void) => void
  close: () => Promise<void>
}

const READ_INTERVAL_MS = 2000
const TOPIC = 'maintenance'

export async function readMaintenance(tx: Tx): Promise<Maintenance | null> {
  const row = await tx.selectFrom('maintenance').select(['text', 'until']).executeTakeFirst()
  return row ?? null
}

interface MaintenanceStateOptions {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
}

class KeptMaintenance implements MaintenanceState {
  private readonly options: MaintenanceStateOptions
  private readonly timer: NodeJS.Timeout
  private readonly listeners: ((isOn: boolean) => void)[] = []
  private current: Maintenance | null
  private reading: Promise<void> | null = null
  /** increases with every announced change: data read before it is outdated */
  private turn = 0

  constructor(options: MaintenanceStateOptions, current: Maintenance | null) {
    this.options = options
    this.current = current
    options.bus.subscribe(TOPIC, () => this.refresh())
    this.timer = setInterval(() => this.refresh(), READ_INTERVAL_MS)
    this.timer.unref()
  }

  read = () => this.current

  follow = (listener: (isOn: boolean) => void) => {
    this.listeners.push(listener)
    listener(this.current !== null)
  }

  private set(next: Maintenance | null) {
    this.current = next
    for (const listener of this.listeners) listener(next !== null)
  }

  publish = (next: Maintenance | null) => {
    this.turn++
    this.set(next)
    const { bus, log } = this.options
    bus.publish(TOPIC, 1).catch((error: unknown) => log.warn({ err: error }, 'maintenance'))
  }

  /** While the database is away, the last known state stays. */
  private refresh() {
    const turn = ++this.turn
    this.reading = readMaintenance(this.options.db).then(
      (next) => {
        if (turn === this.turn) this.set(next)
      },
      (error: unknown) => this.options.log.warn({ err: error }, 'maintenance'),
    )
  }

  close = async () => {
    clearInterval(this.timer)
    await this.reading
  }
}

export async function createMaintenanceState(options: MaintenanceStateOptions): Promise<MaintenanceState> {
  return new KeptMaintenance(options, await readMaintenance(options.db))
}
