import { Bell } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useLocation } from '../base/navigation.tsx'
import { CountBadge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useAcknowledgeSeen, useDelayedCount } from './acknowledge-seen.ts'
import { useNotificationText } from './text.ts'

const InviteDialog = lazyPart(() => import('../access/InviteDialog.tsx'), { placeless: true })
const Sidebar = lazyPart(() => import('./NotificationSidebar.tsx'), { placeless: true })

/** The bell with the count of new notifications; the sidebar behind it is loaded on first use. */
export const NotificationBell = memo(function NotificationBell(props: { fresh: number }) {
  const text = useNotificationText()
  const fresh = useDelayedCount(props.fresh)
  useAcknowledgeSeen(useLocation(), props.fresh)
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const [invite, setInvite] = useState<string | null>(null)
  return (
    <span className="relative">
      <IconButton
        name={text.bell(fresh)}
        icon={<Bell aria-hidden />}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
      />
      {fresh > 0 && <CountBadge value={fresh} className="pointer-coarse:end-0.5 pointer-coarse:top-0.5" />}
      {used && (
        <Suspense>
          <Sidebar open={open} onClose={() => setOpen(false)} onInvite={setInvite} />
          <InviteDialog inviteId={invite} onClose={() => setInvite(null)} />
        </Suspense>
      )}
    </span>
  )
})
