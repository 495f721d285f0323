import { useEffect, useRef, useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useAccessText } from './text.ts'

/** The part of the Barcode Detection API used here. Browsers without it show no scan button; a phone's camera app opens the link. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => Detector
const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = () => detectorClass() !== undefined && navigator.mediaDevices !== undefined

const SCAN_EVERY_MS = 200

/** Shows the camera and reports the first QR code in view. */
export function CodeScanner({ onCode, onStop }: { onCode: (text: string) => void; onStop: () => void }) {
  const text = useAccessText()
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const found = useRef(onCode)
  found.current = onCode
  useEffect(() => {
    const Detector = detectorClass()
    if (!Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    async function look() {
      const [code] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (over) return
      if (code) found.current(code.rawValue)
      else timer = setTimeout(() => void look(), SCAN_EVERY_MS)
    }
    async function open() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const element = video.current
      if (over || !element) return close()
      element.srcObject = stream
      await element.play()
      void look()
    }
    function close() {
      over = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => !over && setFailed(true))
    return close
  }, [])
  return (
    <div className="flex flex-col gap-3">
      {failed ? (
        <Banner tone="warning">{text.noCamera}</Banner>
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
