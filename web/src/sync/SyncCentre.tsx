import { Download, RefreshCw } from 'lucide-react'
import type { Operation } from '../api/outbox/operation.ts'
import { getOwnOutbox } from '../api/outbox/own-outbox.ts'
import { useWaitingOperations } from '../api/waiting.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { exportOperations } from './export-operations.ts'
import { OperationRow } from './OperationRow.tsx'
import { useSyncText } from './text.ts'

const order: readonly Operation['state'][] = ['CONFLICT', 'FAILED', 'WAITING']

/** The sync centre: conflicts to decide, refused operations with reasons, and waiting ones. */
export default function SyncCentre({ onClose }: { onClose: () => void }) {
  const text = useSyncText()
  const operations = useWaitingOperations()
  return (
    <Drawer open onClose={onClose} title={text.title}>
      {operations.length === 0 ? (
        <EmptyState drawing="list" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-13 text-text-muted">{text.intro}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              icon={<RefreshCw aria-hidden />}
              onClick={() => void getOwnOutbox().retryNow()}
            >
              {text.sendNow}
            </Button>
            <Button
              size="small"
              icon={<Download aria-hidden />}
              onClick={() => void exportOperations(operations, text)}
            >
              {text.exportAll}
            </Button>
          </div>
          {order.map((state) => {
            const some = operations.filter((operation) => operation.state === state)
            return (
              some.length > 0 && (
                <section key={state} aria-label={text.groups[state]}>
                  <h3 className="mb-1 font-medium">{text.groups[state]}</h3>
                  <ul>
                    {some.map((operation) => (
                      <OperationRow key={operation.id} operation={operation} all={operations} />
                    ))}
                  </ul>
                </section>
              )
            )
          })}
        </div>
      )}
    </Drawer>
  )
}
