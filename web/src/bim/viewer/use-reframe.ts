import { useCallback, useEffect } from 'react'
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

/** A ref for the content of a bottom sheet: moves the picture above the sheet when it opens, closes or gets another height. */
export function useReframeAboveSheet() {
  const { camera } = useSession()
  return useCallback(
    (content: HTMLElement | null) => {
      if (!content) return
      const sheet = content.closest('[role=dialog]') ?? content
      const reframe = async () => {
        // the sheet slides to its height, or follows a finger
        await Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished))
        if (!sheet.hasAttribute('data-swiping')) camera.reframe()
      }
      const observer = new ResizeObserver(() => void reframe())
      observer.observe(content)
      return () => {
        observer.disconnect()
        requestAnimationFrame(camera.reframe)
      }
    },
    [camera],
  )
}
