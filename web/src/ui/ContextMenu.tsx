import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { menuPopupClass } from './Menu.tsx'

/**
 * A menu at the pointer, by right click or long press. Every action must also be reachable in another way. Its items are
 * those of Menu.
 *
 *     <ContextMenu items={<MenuItem onSelect={hide}>Hide</MenuItem>}><li>Wall 12</li></ContextMenu>
 */
export function ContextMenu(props: { items: ReactNode; children: ReactElement }) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={props.children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner collisionPadding={8} className="z-50">
          <BaseContextMenu.Popup className={menuPopupClass}>{props.items}</BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
