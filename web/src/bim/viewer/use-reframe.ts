import { useEffect } from 'react'
import { useSession } from './ModelCanvas.tsx'

/** Moves the picture into the free area when the calling panel opens, closes or changes its size. */
export function useReframe(size: unknown = null) {
  const { camera } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel of another size covers another part
  useEffect(() => {
    // after the panel has been laid out or removed
    const frame = requestAnimationFrame(camera.reframe)
    return () => {
      cancelAnimationFrame(frame)
      requestAnimationFrame(camera.reframe)
    }
  }, [camera, size])
}
