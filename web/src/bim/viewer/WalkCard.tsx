import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { FloatingCard } from './FloatingCard.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'

/** Card of the walk tool: controls, and whether gravity keeps the user on the floor. */
export default function WalkCard() {
  const text = useViewerText()
  const { tools } = useSession()
  const { gravity } = useSessionState()
  const touch = matchMedia('(pointer: coarse)').matches
  return (
    <FloatingCard
      title={text.walk}
      onClose={() => tools.walk(false)}
      brief={
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 text-13 text-text-muted">
            {touch ? text.walkHintTouch : text.walkHint}
          </p>
          <Button size="small" onClick={() => tools.walk(false)}>
            {text.stop}
          </Button>
        </div>
      }
    >
      <div className="pt-2">
        <Switch label={text.gravity} checked={gravity} onChange={(on) => tools.setGravity(on)} />
      </div>
    </FloatingCard>
  )
}
