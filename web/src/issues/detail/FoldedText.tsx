import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useDetailText } from './text.ts'

/** A long text, cut after a few lines until the rest is asked for. */
export function FoldedText({ children }: { children: ReactNode }) {
  const text = useDetailText()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div
        ref={box}
        className={cx(
          !isOpen && 'max-h-20 overflow-hidden sm:max-h-40',
          !isOpen && isCut && 'mask-b-from-60%',
        )}
      >
        {children}
      </div>
      {(isCut || isOpen) && (
        <Button
          size="small"
          look="ghost"
          className="-ms-2"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? text.showLess : text.showMore}
        </Button>
      )}
    </>
  )
}
