import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Move3d, Plus } from 'lucide-react'
import { useNarrow } from '../../base/narrow.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { OVER_CANVAS } from './covered-areas.ts'
import { useSession } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'

/**
 * Buttons that move the camera without dragging, below the view cube, and in low windows at the bottom; on phones one button that
 * opens them.
 */
export function CameraButtons() {
  const text = useViewerText()
  const { camera } = useSession()
  const narrow = useNarrow()
  const zoom = (
    <>
      <IconButton name={text.zoomIn} keys="+" icon={<Plus aria-hidden />} onClick={() => camera.zoom(1)} />
      <IconButton name={text.zoomOut} keys="-" icon={<Minus aria-hidden />} onClick={() => camera.zoom(-1)} />
    </>
  )
  const corner = <span />
  return (
    <div
      {...OVER_CANVAS}
      className="absolute end-3 top-32 z-10 flex flex-col gap-0.5 rounded-card border border-line bg-raised p-0.5 shadow-float max-sm:top-21 md:[@media(max-height:30rem)]:top-auto md:[@media(max-height:30rem)]:bottom-3 md:[@media(max-height:30rem)]:flex-row"
    >
      {!narrow && zoom}
      <Popover
        label={text.moveView}
        side="inline-start"
        className="w-auto p-1"
        trigger={<IconButton name={text.moveView} icon={<Move3d aria-hidden />} />}
      >
        <div className="grid grid-cols-3">
          {corner}
          <IconButton name={text.turnUp} icon={<ArrowUp aria-hidden />} onClick={() => camera.turn(0, 1)} />
          {corner}
          <IconButton
            name={text.turnLeft}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => camera.turn(1, 0)}
          />
          {corner}
          <IconButton
            name={text.turnRight}
            icon={<ArrowRight aria-hidden />}
            onClick={() => camera.turn(-1, 0)}
          />
          {corner}
          <IconButton
            name={text.turnDown}
            icon={<ArrowDown aria-hidden />}
            onClick={() => camera.turn(0, -1)}
          />
          {corner}
          {narrow && zoom}
        </div>
      </Popover>
    </div>
  )
}
