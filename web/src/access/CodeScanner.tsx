import { useEffect, useRef, useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useUiText } from '../ui/text.tsx'
import { loadQrReader } from './qr-reader.ts'
import { useAccessText } from './text.ts'

/** Pages without encryption have no camera. */
export const canScan = () => navigator.mediaDevices !== undefined

const SCAN_EVERY_MS = 200

interface CodeScannerProps {
  onCode: (text: string) => void
  onStop: () => void
}

/** Shows the camera and reports the first QR code in view. */
export function CodeScanner({ onCode, onStop }: CodeScannerProps) {
  const text = useAccessText()
  const ui = useUiText()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<'no camera' | 'no reader'>()
  const [attempt, setAttempt] = useState(1)
  const found = useRef(onCode)
  found.current = onCode
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the reader again
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    async function open() {
      const loading = loadQrReader()
      loading.catch(() => {
        if (over) return
        close()
        setProblem('no reader')
      })
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const element = video.current
      if (over || !element) return close()
      element.srcObject = stream
      await element.play()
      const read = await loading.catch(() => null)
      async function look(element: HTMLVideoElement) {
        const code = await read?.(element)
        if (over) return
        if (code) found.current(code)
        else timer = setTimeout(() => void look(element), SCAN_EVERY_MS)
      }
      if (read) void look(element)
    }
    function close() {
      over = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => !over && setProblem('no camera'))
    return close
  }, [attempt])
  return (
    <div className="flex flex-col gap-3">
      {problem === 'no camera' ? (
        <Banner tone="warning">{text.noCamera}</Banner>
      ) : problem === 'no reader' ? (
        <Banner tone="warning">
          <span className="flex flex-wrap items-center gap-2">
            {ui.loadFailed}
            <Button
              size="small"
              onClick={() => {
                setProblem(undefined)
                setAttempt(attempt + 1)
              }}
            >
              {ui.tryAgain}
            </Button>
          </span>
        </Banner>
      ) : (
        <>
          <p className="text-text-muted">{text.scanHint}</p>
          <video
            ref={video}
            muted
            playsInline
            className="aspect-square w-full rounded-control bg-sunken object-cover"
          />
        </>
      )}
      <Button onClick={onStop}>{text.stopScan}</Button>
    </div>
  )
}
