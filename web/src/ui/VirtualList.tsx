import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'
import { useRowKeys } from './use-row-keys.ts'

/**
 * A virtualized list with rows of any height: notifications, chat threads. Arrow keys or J and K move, Enter opens. Its
 * `className` must limit its height.
 *
 *     <VirtualList label="Notifications" className="h-full" items={items} itemKey={(n) => n.id} estimate_px={64}
 *       onOpen={open}>{(n) => <NotificationRow notification={n} />}</VirtualList>
 */
export function VirtualList<Item>(props: {
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** estimated height of a row in pixels */
  estimate_px: number
  onOpen?: (item: Item) => void
  /** a letter pressed on a row, in lower case; returns whether it was used */
  onKey?: (item: Item, key: string) => boolean
  className?: string
  children: (item: Item) => ReactNode
}) {
  const { items } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keys = items.map(props.itemKey)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.estimate_px,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const { onOpen } = props
  const rows = useRowKeys({
    keys,
    container: scroller,
    show: (index) => virtual.scrollToIndex(index),
    onOpen:
      onOpen &&
      ((index) => {
        const item = items[index]
        if (item !== undefined) onOpen(item)
      }),
  })
  // the active row is not rendered when scrolled away: Tab then enters at the first rendered row
  const inTabOrder = shown.some(({ index }) => index === rows.active) ? rows.active : shown[0]?.index
  function pressKey(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event
    const index = target instanceof HTMLElement ? Number(target.dataset.index ?? -1) : -1
    const item = items[index]
    const isPlain = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (item !== undefined && isPlain && props.onKey?.(item, key.toLowerCase())) event.preventDefault()
    else rows.onKeyDown(event)
  }
  return (
    <div ref={scroller} className={cx('overflow-auto', props.className)}>
      <ul
        aria-label={props.label}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={pressKey}
      >
        {shown.map((row) => {
          const item = items[row.index]
          return (
            item !== undefined && (
              <li
                key={row.key}
                ref={virtual.measureElement}
                data-index={row.index}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                tabIndex={row.index === inTabOrder ? 0 : -1}
                onFocus={() => rows.setActive(row.index)}
                className="absolute inset-x-0 -outline-offset-2"
                style={{ top: row.start }}
              >
                {props.children(item)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
