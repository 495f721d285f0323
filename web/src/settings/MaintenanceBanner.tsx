import type { Maintenance } from '@plumbline/contract/admin/maintenance'
import { useLayoutEffect, useRef } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { clockTime, shortDateTime } from '../users/dates.ts'
import { useMaintenanceText } from './maintenance-text.ts'

/** A time of today, or a day with its time. */
const formatMoment = (iso: string) =>
  new Date(iso).toDateString() === new Date().toDateString() ? clockTime(iso) : shortDateTime(iso)

/** Above every page while the server is under maintenance; the page takes up the rest of the window. */
export default function MaintenanceBanner({ current }: { current: Maintenance }) {
  const text = useMaintenanceText()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = box.current
    if (!shown) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--notice-height', `${shown.getBoundingClientRect().height}px`),
    )
    observer.observe(shown)
    return () => {
      observer.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
  return (
    <div ref={box} className="fixed inset-x-0 top-0 z-20 bg-canvas p-2 print:hidden">
      <Banner tone="warning">
        <span className="font-medium">{text.title}</span> {current.text}{' '}
        {current.until && Date.parse(current.until) > Date.now() && text.until(formatMoment(current.until))}{' '}
        {text.hint}
      </Banner>
    </div>
  )
}
