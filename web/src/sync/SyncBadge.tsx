import { CloudAlert, CloudUpload } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useMe } from '../api/session.ts'
import { useWaiting } from '../api/waiting.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { startSync } from './start-sync.ts'
import { useSyncStatusText } from './status-text.ts'

const SyncCentre = lazyPart(() => import('./SyncCentre.tsx'), { placeless: true })

/** In the top bar while something waits on this device: how much, and whether it needs the person. Opens the sync centre. */
export default function SyncBadge() {
  const text = useSyncStatusText()
  const me = useMe()
  const { operations, sending } = useWaiting()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => startSync(me.id), [me.id])
  const number = operations.length
  const needsPerson = operations.some(({ state }) => state !== 'WAITING')
  const state = needsPerson ? text.attention : sending ? text.syncing : text.badge(number)
  return (
    <>
      {number > 0 && (
        <Button
          size="small"
          look="ghost"
          icon={
            needsPerson ? <CloudAlert aria-hidden className="text-warning" /> : <CloudUpload aria-hidden />
          }
          aria-label={needsPerson || sending ? `${state}, ${text.badge(number)}` : state}
          onClick={() => setOpen(true)}
        >
          <span className="max-sm:hidden">{state}</span>
          {(needsPerson || sending) && <span className="tabular-nums">{number}</span>}
          {!needsPerson && !sending && <span className="tabular-nums sm:hidden">{number}</span>}
        </Button>
      )}
      <Suspense>{isOpen && <SyncCentre onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
