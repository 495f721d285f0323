import { toast } from '../../ui/toast.ts'
import { useSession } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'

/** Deletes all measurements and offers an undo. */
export function useClearMeasurements() {
  const text = useViewerText()
  const { tools } = useSession()
  return () => {
    const cleared = tools.clearMeasurements()
    toast.success({
      title: text.measurementsCleared,
      action: { label: text.undo, run: () => tools.restoreMeasurements(cleared) },
    })
  }
}
